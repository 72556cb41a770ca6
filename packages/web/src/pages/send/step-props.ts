import type { SendChoices } from '#web/admin-api.ts'
import type { SendDraft } from './send-draft.ts'
import type { UpdateDraft } from './use-send-draft.ts'

/** The properties that each step receives. */
export interface StepProps {
  draft: SendDraft
  change: UpdateDraft
  choices: SendChoices
}
