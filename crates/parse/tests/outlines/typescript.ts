// Client for a weather service.
import type { Config } from './config';
import axios, { type AxiosInstance, AxiosError as HttpError } from 'axios';
import legacy = require('legacy');
export type { Config } from './config';

/** Degrees, where `°C` is the default. */
export type Unit = 'celsius' | 'fahrenheit';
type Handler<T extends Base = Base> = (event: T) => Promise<void>;
export type Point = {
  /** North positive. */
  lat: number;
  lon: number;
};

export enum Level {
  Low,
  // Worth a warning.
  High = 'high',
}

declare const VERSION: string;
declare function measure(station: string): number;
declare module 'wind' {
  export function blow(speed: number): void;
}

/** A place that measures. */
export interface Station extends Named, Located<Point> {
  readonly id: string;
  name?: string;
  read(unit: Unit): Promise<Reading[]>;
  (raw: string): Reading;
  [key: string]: unknown;
}

export namespace Units {
  export const ZERO = 273.15;
  // Kelvin from degrees.
  export function kelvin(value: number): number {
    return value + ZERO;
  }
}

/** What all sources share. */
export abstract class Source<T> {
  protected abstract open(path: string): T;
  abstract readonly name: string;
}

@Injectable()
export class Client extends Source<Reading> implements Station, api.Closable {
  static readonly instances: Map<string, Client> = new Map();
  private cache?: WeakMap<Station, Reading>;

  constructor(private readonly http: AxiosInstance, public größe = 1) {
    super();
  }

  /** Fetches one reading. */
  @retry({ times: 3 })
  async fetch<R extends Reading>(station: Station, unit?: Unit): Promise<R | undefined> {
    const answer = await this.http.get<R>(`/stations/${station.id}`);
    return answer.data as R;
  }

  overload(a: string): void;
  overload(a: number): void;
  overload(a: any): void {}

  protected open = (path: string): Reading => parse(path);

  get ready(): boolean {
    return this.cache !== undefined;
  }
}

// Reads what a station sent.
export const parse = (text: string): Reading => {
  return JSON.parse(text) satisfies Reading;
};

export const DEFAULTS: Readonly<Config> = { unit: 'celsius' };
export default Client;

function isReading(value: unknown): value is Reading {
  return value instanceof Object;
}
