import * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import { withDryRun } from '#platform/postgres/dry-run'
import type { ToolContext, ToolResult } from './tool.ts'

/*
 * A preview runs the action and takes it back; the confirmation runs it again and compares what it did with what the
 * preview showed. The user therefore confirms the effects, not only the arguments.
 */

/** What an action did, or would do. */
export interface Effect {
  /** What the user sees. Each part has a name, and the confirmation code covers all of them. */
  parts: Record<string, unknown>
  /** Further members of the preview, which may change until the confirmation. */
  notes?: Record<string, unknown>
  /** The gifts that the action created or changed. */
  gift_request_ids: readonly string[]
}

export interface ConfirmedAction {
  action: string
  /** The arguments without the confirmation code. */
  input: unknown
  /** The number of gifts that count towards the daily cap. */
  sends: number
  run(): Promise<Effect>
}

/** Shows what the action would do, with the code to confirm it. Changes nothing. */
export async function preview(context: ToolContext, action: ConfirmedAction): Promise<ToolResult> {
  const effect = await withDryRun(context.ctx, true, action.run)
  return { output: await renderPreview(context, action, effect) }
}

/** Runs the action if the code covers its effect. Otherwise throws the error with a new preview. */
export async function confirm(
  context: ToolContext,
  code: string,
  { action, input, sends, run }: ConfirmedAction,
): Promise<Effect> {
  const { ctx, agent_id, now } = context
  let effect: Effect | undefined
  try {
    return await apiKeys.confirm(ctx, { agent_id, action, input, code, sends, now }, async () => {
      effect = await run()
      return effect
    })
  } catch (error) {
    if (!(error instanceof apiKeys.PreviewChangedError) || effect === undefined) throw error
    throw new ErrorWithPreview(
      error,
      await renderPreview(context, { action, input, sends, run }, effect),
    )
  }
}

/** A rejected confirmation with the preview of the action as it would be now. The transaction is rolled back. */
export class ErrorWithPreview extends ApiError {
  readonly preview: Record<string, unknown>
  constructor({ code, message, status }: ApiError, preview: Record<string, unknown>) {
    super(code, { message, status })
    this.preview = preview
  }
}

async function renderPreview(
  { ctx, agent_id, now }: ToolContext,
  { action, input }: ConfirmedAction,
  { parts, notes = {} }: Effect,
): Promise<Record<string, unknown>> {
  const quota = await apiKeys.findDailyQuota(ctx, agent_id, now)
  const confirmable = { agent_id, action, input, parts }
  return {
    ...parts,
    ...notes,
    may_send: quota !== undefined,
    sending: quota ?? null,
    ...(quota === undefined
      ? { confirmation_code: null, why_not: apiKeys.agentForbiddenMessage }
      : apiKeys.createConfirmation(ctx, confirmable, now)),
  }
}
