import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type * as apiKeys from '#api-keys'
import type { Scope } from '#contract'
import type * as fulfilment from '#fulfilment'
import type { TxContext } from '#platform/postgres/database'

/** The context of a tool call: its transaction and caller. */
export interface ToolContext {
  ctx: TxContext
  caller: apiKeys.Caller
  /** The id of the API token or of the consent. The permission to send and the confirmations belong to it. */
  agent_id: string
  /** The real time. In contrast, `ctx.now` is the time of the account's clock. */
  now: Date
  shipping: fulfilment.ShippingConfig
}

/** The hints of the protocol about the behavior of a tool. Clients may rely on them. */
interface Hints {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** A tool in the form that the server registers. `run` returns JSON. */
export interface Tool {
  name: string
  title: string
  /** The text that tells an agent when to use the tool, and which tool to call next. */
  description: string
  /** The permission that a token needs for the tool. Null if every token may call the tool. */
  scope: Scope | null
  input: TObject
  /** The structured result of a successful call. */
  output: TObject
  hints: Hints
  run(context: ToolContext, input: unknown): Promise<ToolResult>
}

/** The output of a tool, and the ids of its gift requests for the audit log. */
export interface ToolResult {
  output: Record<string, unknown>
  gift_request_ids?: readonly string[]
}

declare const inputType: unique symbol

/** A schema that also has the TypeScript type of its values. */
type InputSchema<Input> = TObject & { [inputType]?: Input }

/** Declares the input of a tool. The schema allows no additional members. */
export const toolInput = <const Properties extends TProperties>(
  properties: Properties,
): InputSchema<Static<TObject<Properties>>> =>
  Type.Object(properties, { additionalProperties: false }) as TObject

/** Defines a tool with a typed input. The server validates the input with the schema before the call. */
export const tool = <Input>(
  definition: Omit<Tool, 'run' | 'input'> & {
    input: InputSchema<Input>
    run(context: ToolContext, input: Input): Promise<ToolResult>
  },
): Tool => ({
  ...definition,
  run: (context, input) => definition.run(context, input as Input),
})

export const readOnly: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/**
 * The hints of a tool that affects people outside the service. A second call has no effect, because a code
 * works only once.
 */
export const sideEffects: Hints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
}

export const destructive: Hints = { ...sideEffects, destructiveHint: true }
