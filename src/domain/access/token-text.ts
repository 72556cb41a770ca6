import { isCheckedText, newCheckedText } from '#platform/checked-text'
import type { Stage } from './tables.ts'

const prefix = (stage: Stage) => `svc-v1-${stage}-`

export const newTokenText = (stage: Stage): string => newCheckedText(prefix(stage))

/** Whether the text can be a token of this stage at all. */
export const isTokenText = (text: string, stage: Stage): boolean =>
  isCheckedText(text, prefix(stage))
