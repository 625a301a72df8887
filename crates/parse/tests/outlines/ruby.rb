# frozen_string_literal: true

require 'json'
require_relative "lib/garden"

# Everything that grows – also in winter.
module Garden
  VERSION = '1.2'
  autoload :Fence, 'garden/fence'

  # Where a plant stands.
  Place = Struct.new(:x, :y) do
    def far?(other)
      (x - other.x).abs > 3
    end
  end

  class Error < StandardError; end

  # A plant with leaves.
  #
  # It needs water.
  class Plant < Base::Living
    include Comparable
    extend Forwardable

    MAX_SIZE = 40
    attr_accessor :name, :größe
    attr_reader :age

    # Plants one seed.
    def self.seed(kind, at: Place.new(0, 0))
      new(kind)
    end

    class << self
      def all
        @all ||= []
      end
    end

    def initialize(name, *rest, **options, &block)
      @name = name
      local = 3
      super()
    end

    def <=>(other)
      age <=> other.age
    end

    def name=(value)
      @name = value.to_s
    end

    def dead? = age > 100

    alias to_s name

    private

    # Only for gardeners.
    def water!
      yield self if block_given?
      puts JSON.dump(name)
    end

    private def hidden; end
  end

  module_function

  def helper(a, b = 1)
    a + b
  end
end

class Garden::Tree < Garden::Plant
  def grow
    Garden.helper(1)
  end
end

def main(args)
  Garden::Plant.seed(:rose).water!
end
