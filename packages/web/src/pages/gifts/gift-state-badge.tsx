import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { getStateLabels } from './gift-labels.ts'

export function GiftStateBadge({ state }: { state: string }) {
  const { label, tone } = getStateLabels(state)
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}
