import { PlanState } from '#web/components/feedback/refused-states.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/developers.ts'
import { DeliveryList } from './delivery-list.tsx'
import { useIsEnterprise } from './use-is-enterprise.ts'

/** The page with the log of all webhook deliveries. */
export function DeliveriesPage() {
  const isEnterprise = useIsEnterprise()
  return (
    <Page
      title={t('Deliveries')}
      about={t(
        'Every event sent to an endpoint, with each attempt. Attempts are stored for 90 days, bodies for 30.',
      )}
    >
      {isEnterprise ? (
        <DeliveryList />
      ) : (
        <div className="panel">
          <PlanState title={t('Deliveries')} />
        </div>
      )}
    </Page>
  )
}
