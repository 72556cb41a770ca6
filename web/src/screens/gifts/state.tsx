import { StatusBadge } from '#web/blocks/tone.tsx'
import { getStateLabels } from './words.ts'

/** Where a gift rests, in a word. */
export function GiftStateBadge({ state }: { state: string }) {
  const { label, tone } = getStateLabels(state)
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}
