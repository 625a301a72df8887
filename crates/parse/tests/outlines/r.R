# Helpers for tide tables – Gezeiten.
library(dplyr)
require("ggplot2")
source("R/utils.R")

MAX_TIDE <- 7.5
station_names = c("Büsum", "Husum")

#' Mean height of the tides.
#'
#' @param tides a data frame
#' @export
mean_height <- function(tides, na.rm = TRUE) {
  inner <- function(x) x / 2
  heights <- dplyr::pull(tides, height)
  mean(inner(heights), na.rm = na.rm)
}

area = \(r) pi * r^2

`%near%` <- function(a, b) {
  abs(a - b) < 0.01
}

print.tide <- function(x, ...) {
  cat("Tide:", x$height, "\n")
  invisible(x)
}

counter <<- 0

#' A buoy.
Buoy <- R6Class("Buoy",
  inherit = Base,
  public = list(
    depth = 0,
    initialize = function(depth) {
      self$depth <- depth
    },
    sink = function(by = 1) {
      self$depth <- self$depth + by
    }
  ),
  private = list(
    secret = 42
  )
)

setClass("Ship", representation(name = "character"), contains = "Vessel")

setGeneric("sail", function(ship, ...) standardGeneric("sail"))

setMethod("sail", "Ship", function(ship, ...) {
  message(ship@name)
})

tides |> mean_height() |> print()
