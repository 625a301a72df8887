# Where the state lives.
terraform {
  required_version = ">= 1.7"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }

  backend "s3" {
    bucket = "station-state"
    key    = "prod/terraform.tfstate"
  }
}

provider "aws" {
  region = var.region
}

variable "region" {
  description = "Where everything runs – möglichst nah"
  type        = string
  default     = "eu-central-1"
}

locals {
  # On every resource.
  tags = {
    project = "station"
  }
  name = lower("Station-${var.region}")
}

data "aws_caller_identity" "current" {}

/* Keeps the readings. */
resource "aws_s3_bucket" "data" {
  bucket = "${local.name}-data"
  tags   = merge(local.tags, { owner = data.aws_caller_identity.current.account_id })

  lifecycle {
    prevent_destroy = true
  }
}

resource "aws_s3_bucket_versioning" "data" {
  bucket = aws_s3_bucket.data.id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_security_group" "web" {
  name   = "web"
  vpc_id = module.network.vpc_id

  dynamic "ingress" {
    for_each = toset([80, 443])
    content {
      from_port = ingress.value
      to_port   = ingress.value
      protocol  = "tcp"
    }
  }
}

module "network" {
  source = "./modules/network"
  cidr   = "10.0.0.0/16"
}

moved {
  from = aws_s3_bucket.old
  to   = aws_s3_bucket.data
}

output "bucket" {
  value     = aws_s3_bucket.data.arn
  sensitive = false
}
