# Values of the live system.
region = "eu-central-1"
zones  = ["a", "b"]

# Who may log in.
admins = {
  zoë = "zoe@example.org"
}
