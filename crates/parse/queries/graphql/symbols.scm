; symbols of graphql
