import { StatusBadge } from '#web/components/status-badge.tsx'
import { getStateLabels } from './gift-labels.ts'

/** Where a gift rests, in a word. */
export function GiftStateBadge({ state }: { state: string }) {
  const { label, tone } = getStateLabels(state)
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}
