; references of ruby
