import { Stack, Text } from '@mantine/core'
import type { OccasionRule } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { ButtonLink } from '#web/components/layout/link.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { t } from '#web/i18n/occasions.ts'
import { useRead } from '#web/use-read.ts'
import { ForecastPanel } from './forecast.tsx'
import { describeTerms, describeTiming, isOn } from './occasion-texts.ts'
import { useGroupNames } from './use-group-names.ts'

/** The page with the rules that send gifts by themselves, and the calendar of those that are on. */
export function OccasionsPage() {
  const { data, error, refetch } = useRead('/occasions')
  const create = <ButtonLink to="/occasions/new">{t('New rule')}</ButtonLink>
  const rules = data?.data ?? []
  return (
    <Page
      title={t('Occasions')}
      about={t(
        'Rules that send gifts to contacts on their days, such as birthdays. Each person gets one gift per rule and year.',
      )}
      action={rules.length > 0 && create}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton rows={3} />}
      {data !== undefined && rules.length === 0 && (
        <EmptyList guide="occasions" title={t('No rules yet')} action={create}>
          {t('A rule stays off until you have seen whom it would reach, when and at what cost.')}
        </EmptyList>
      )}
      {rules.length > 0 && (
        <Stack gap="lg">
          <RuleTable rules={rules} />
          {rules.some(isOn) && <ForecastPanel />}
        </Stack>
      )}
    </Page>
  )
}

function RuleTable({ rules }: { rules: readonly OccasionRule[] }) {
  const toGroupNames = useGroupNames()
  return (
    <DetailTable
      label={t('Rules')}
      isPanel
      rows={rules}
      rowKey={({ id }) => id}
      to={({ id }) => `/occasions/${id}`}
      columns={[
        { header: t('Name'), cell: ({ name }) => name },
        {
          header: t('For'),
          cell: (rule) => describeTerms(rule, toGroupNames(rule.group_ids)),
          isFullWidth: true,
        },
        { header: t('When'), cell: describeTiming, isFullWidth: true },
        { header: t('Campaign'), cell: ({ campaign_name }) => campaign_name },
        { header: t('State'), cell: (rule) => <RuleState rule={rule} />, isFullWidth: true },
      ]}
    />
  )
}

export const RuleState = ({ rule }: { rule: OccasionRule }) =>
  !isOn(rule) ? (
    <StatusBadge tone="end">{t('Off')}</StatusBadge>
  ) : rule.problem === null ? (
    <StatusBadge tone="good">{t('On')}</StatusBadge>
  ) : (
    <>
      <StatusBadge tone="bad">{t('Sends nothing')}</StatusBadge>
      <Text size="sm" c="dimmed">
        {rule.problem}
      </Text>
    </>
  )
