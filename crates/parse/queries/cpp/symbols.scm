; symbols of cpp
