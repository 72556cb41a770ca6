import { t } from '#web/i18n/campaigns.ts'
import './campaigns.css'
import '#web/components/charts/bar-chart.css'
import { Link } from '@tanstack/react-router'
import type { Funnel } from '#web/admin-api.ts'
import { BoxSkeleton, ErrorState } from '#web/components/feedback/status-views.tsx'
import { formatNumber } from '#web/i18n/format.ts'

// biome-ignore format: read down the columns
const stages = [
  ['sent',      t('Sent|gifts'),      t('sent')],
  ['opened',    t('Opened|gifts'),    t('opened')],
  ['redeemed',  t('Redeemed|gifts'),  t('chosen and confirmed')],
  ['delivered', t('Delivered|gifts'), t('arrived')],
] as const

interface FunnelLinksProps {
  funnel: Funnel | undefined
  query: Record<string, string>
  error: Error | null
}

/** A funnel with one bar for each stage. Each bar links to the list of its gifts. */
export function FunnelLinks({ funnel, query, error }: FunnelLinksProps) {
  if (error !== null) return <ErrorState error={error} />
  if (funnel === undefined) return <BoxSkeleton h={150} label={t('Counting')} />
  return (
    <table className="bars" aria-label={t('Funnel')}>
      <tbody>
        {stages.map(([stage, label, about]) => (
          <tr key={stage} data-stage={stage}>
            <th scope="row">
              <Link
                to="/gift-requests"
                search={{ ...query, reached: stage }}
                title={`${about}\n${t('Click to see these gifts')}`}
              >
                {label}
              </Link>
            </th>
            <td className="bar" aria-hidden>
              <span
                style={{ width: `${funnel.sent === 0 ? 0 : (100 * funnel[stage]) / funnel.sent}%` }}
              />
            </td>
            <td className="number">{formatNumber(funnel[stage])}</td>
            <td className="share">{formatPercent(funnel[stage], funnel.sent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const formatPercent = (part: number, whole: number) =>
  whole === 0 ? '–' : formatNumber(part / whole, { style: 'percent' })
