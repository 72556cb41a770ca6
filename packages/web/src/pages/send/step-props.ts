import type { SendChoices, SendDraft } from './send-draft.ts'
import type { UpdateDraft } from './use-send-draft.ts'

/** What each part of the page is given. */
export interface StepProps {
  draft: SendDraft
  change: UpdateDraft
  choices: SendChoices
}
