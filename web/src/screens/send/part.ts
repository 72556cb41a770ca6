import type { Choices, Draft } from './draft.ts'
import type { Change } from './use-draft.ts'

/** What each part of the page is given. */
export interface Part {
  draft: Draft
  change: Change
  choices: Choices
}
