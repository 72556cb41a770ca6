import type { Static, TObject } from 'typebox'
import type * as apiKeys from '#api-keys'
import type { TxContext } from '#platform/postgres/database'

/** One call of a tool: in this transaction, for this caller. */
export interface ToolContext {
  ctx: TxContext
  caller: apiKeys.Caller
  /** The real time; `work.now` is that of the account's clock. */
  now: Date
}

/** What a client may take for granted of a tool, in the words of the protocol. */
interface Hints {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** A tool as the server keeps it; `run` answers any JSON. */
export interface Tool {
  name: string
  title: string
  /** For whoever chooses among tools: what it is good for, and what comes next. */
  description: string
  input: TObject
  hints: Hints
  run(context: ToolContext, input: unknown): Promise<ToolResult>
}

/** What a tool answers, and which gift requests it was about: those stand in the audit log. */
export interface ToolResult {
  output: Record<string, unknown>
  gift_request_ids?: readonly string[]
}

/** Knows the type of its input: the server has held it against the schema before it runs. */
export const tool = <const Input extends TObject>(
  definition: Omit<Tool, 'run' | 'input'> & {
    input: Input
    run(context: ToolContext, input: Static<Input>): Promise<ToolResult>
  },
): Tool => ({
  ...definition,
  run: (context, input) => definition.run(context, input as Static<Input>),
})

export const readOnly: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** It reaches people outside, and a second call does not do it twice: the code is used by then. */
export const sideEffects: Hints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
}

export const destructive: Hints = { ...sideEffects, destructiveHint: true }
