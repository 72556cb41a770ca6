import type { SendChoices } from '#web/admin-api.ts'
import type { SendDraft } from './send-draft.ts'
import type { UpdateDraft } from './use-send-draft.ts'

/** Props of each step. */
export interface StepProps {
  draft: SendDraft
  change: UpdateDraft
  choices: SendChoices
}
