#!/usr/bin/env node
// A tiny task runner.
'use strict';

import fs, { readFile as read, existsSync } from 'node:fs';
import * as path from 'node:path';
import './polyfill.js';
export { walk, default as match } from './walk.js';
export * from './glob.js';

const os = require('os');
const { inspect, format: fmt } = require('util');

/** How many tasks run at once. */
export const MAX_TASKS = 4;
const first = 1, second = (x) => x * 2;
let counter = 0;
var legacy = { größe: 3 };

/**
 * Joins the parts of a name.
 * @param {string[]} parts
 */
export function join(parts, separator = '·') {
  const inner = parts.filter((part) => part.length > 0);
  return inner.join(separator);
}

async function* stream(source) {
  for await (const line of source) yield line;
}

// Doubles a number.
export const double = (n) => n * 2;

const later = async function (task) {
  await task.run();
};

const Mixin = class extends EventTarget {
  go() {}
};

@sealed
export class Runner extends base.EventEmitter {
  static shared = new Runner();
  #queue = [];
  /** Called when all is done. */
  onDone = (result) => {
    this.emit('done', result);
  };

  constructor(options) {
    super();
    this.options = options;
  }

  // The number of waiting tasks.
  get size() {
    return this.#queue.length;
  }

  @logged
  static async create(file) {
    return new Runner(JSON.parse(await read(file)));
  }

  #drain() {}
}

export default function () {
  return join(['a', 'b']);
}

function Legacy(name) {
  this.name = name;
}

// Says the name.
Legacy.prototype.say = function (loud) {
  console.log(this.name, loud);
};

Legacy.of = (name) => new Legacy(name);

exports.load = function load(file) {
  return import('./tasks.js').then((tasks) => tasks.load(file));
};

module.exports.Task = class {
  run() {}
};

export const api = {
  // Lists all tasks.
  list: async (filter) => os.list(filter),
  drop(id) {},
};

const view = () => <Panel title="Übersicht"><ui.Row /></Panel>;
