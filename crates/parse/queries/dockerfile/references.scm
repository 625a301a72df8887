; What a Dockerfile uses: the images and stages it starts from.
(from_instruction (image_spec) @import.path) @import
