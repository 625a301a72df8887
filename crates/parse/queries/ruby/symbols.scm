; symbols of ruby
