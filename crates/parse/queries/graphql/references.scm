; references of graphql
