; references of cpp
