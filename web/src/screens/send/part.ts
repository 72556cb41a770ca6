import type { SendChoices, SendDraft } from './draft.ts'
import type { UpdateDraft } from './use-draft.ts'

/** What each part of the page is given. */
export interface StepProps {
  draft: SendDraft
  change: UpdateDraft
  choices: SendChoices
}
