import { t } from '#web/i18n/campaigns.ts'
import './campaigns.css'
import type { Funnel } from '#web/admin-api.ts'
import { BoxSkeleton } from '#web/components/feedback/status-views.tsx'
import { formatNumber } from '#web/i18n/format.ts'

const stages = ['sent', 'opened', 'redeemed', 'delivered'] as const

const stageLabels = {
  sent: t('sent'),
  opened: t('opened'),
  redeemed: t('redeemed'),
  delivered: t('delivered'),
} as const

/**
 * A bar with the funnel of gifts. Each stage is a subset of the previous stage. The numbers are text, and the
 * bar is decoration.
 */
export function FunnelBar({ funnel }: { funnel: Funnel | undefined }) {
  if (funnel === undefined) return <BoxSkeleton h={36} label={t('Counting')} />
  return (
    <div>
      <div className="funnel-bar" aria-hidden>
        {stages.map((stage) => (
          <span
            key={stage}
            data-stage={stage}
            style={{ width: `${funnel.sent === 0 ? 0 : (100 * funnel[stage]) / funnel.sent}%` }}
          />
        ))}
      </div>
      <dl className="funnel-words">
        {stages.map((stage) => (
          <div key={stage} data-stage={stage}>
            <dt>{stageLabels[stage]}</dt>
            <dd>{formatNumber(funnel[stage])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
