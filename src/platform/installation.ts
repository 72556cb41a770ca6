import type { Kept } from './kept.ts'

/** What is true of this installation as a whole and that its verbs need: where it lives, what it keeps sealed. */
export interface Installation {
  /** Scheme, host and port under which people reach it, without a slash at the end. */
  readonly origin: string
  readonly stage: 'staging' | 'production'
  readonly region: string
  readonly sealer: Sealer
  /** Things built once from rows that never change; bounded, and safe to lose. */
  readonly kept: Kept
}

/** Keeps a secret readable for us and for nobody who reads the database. `context` says what it belongs to. */
export interface Sealer {
  seal(plain: string, context: string): Buffer
  open(sealed: Buffer, context: string): string
}
