# A job for the scheduler: größere Last am Morgen.
job "station" {
  datacenters = ["dc1"]
  type        = "service"

  // Reads the sensors.
  group "readers" {
    count = 3

    network {
      port "http" { to = 8080 }
    }

    task "read" {
      driver = "docker"

      config {
        image = "example/station:1.4"
        ports = ["http"]
      }

      template {
        data        = <<EOF
LEVEL={{ key "station/level" }}
EOF
        destination = "local/env"
      }
    }
  }
}

/* Plain settings at the top. */
region  = "eu"
servers = [for name in ["a", "b"] : upper(name)]

plugin "docker" {
  enabled = true
}

acl {
  enabled = true
}
