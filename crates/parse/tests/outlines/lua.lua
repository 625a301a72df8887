#!/usr/bin/env lua
-- A queue of jobs – first in, first out.
local log = require("queue.log")
local util = require 'queue.util'
require "queue.setup"

--- The module.
---@class Queue
local Queue = {}
Queue.__index = Queue
Queue.version = "1.2-größe"

local MAX_JOBS <const> = 64
local first, last = 1, 0
handlers = {
  -- Called for each job.
  on_job = function(job)
    return job:run()
  end,
  name = "default",
}

--- Makes an empty queue.
---@param limit number
function Queue.new(limit)
  local self = setmetatable({}, Queue)
  self.limit = limit or MAX_JOBS
  return self
end

--[[
  Puts a job at the end.
]]
function Queue:push(job, ...)
  local function check(value)
    assert(value ~= nil)
  end
  check(job)
  self[#self + 1] = job
  log.info("pushed", util.format(job))
end

-- Takes the first job.
Queue.pop = function(self)
  return table.remove(self, 1)
end

local helper = function(a, b)
  return a + b
end

local function each(queue, visit)
  for i = 1, #queue do
    visit(queue[i])
  end
end

function Queue.config.deep.reset() end

function global_reset()
  Queue.last = helper(first, last)
end

return Queue
