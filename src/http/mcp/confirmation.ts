import * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import { withDryRun } from '#platform/postgres/dry-run'
import type { ToolContext, ToolResult } from './tool.ts'

/*
 * The preview and the confirmation of an action. A preview runs the action and rolls it back. The
 * confirmation runs the action again, and compares its effect with the effect in the preview. So the user
 * confirms the effects, and not only the arguments.
 */

/** The effect of an action that ran, or the effect that it would have. */
export interface Effect {
  /**
   * The parts of the effect that the user sees. Each part has a name, and the confirmation code covers all
   * parts.
   */
  parts: Record<string, unknown>
  /** Additional members of the preview. They may change before the confirmation. */
  notes?: Record<string, unknown>
  /** The gifts that the action created or changed. */
  gift_request_ids: readonly string[]
}

export interface ConfirmedAction {
  action: string
  /** The arguments of the action, without the confirmation code. */
  input: unknown
  /** The number of gifts in the action that count for the daily cap. */
  sends: number
  run(): Promise<Effect>
}

/** Shows what the action would do, and the code to confirm it. The function changes nothing. */
export async function preview(context: ToolContext, action: ConfirmedAction): Promise<ToolResult> {
  const effect = await withDryRun(context.ctx, true, action.run)
  return { output: await renderPreview(context, action, effect) }
}

/** Runs the action if the code covers its effect. Otherwise throws an error with a new preview. */
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

/**
 * The error of a rejected confirmation. It contains a preview of the present effect of the action. The
 * transaction is rolled back.
 */
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
