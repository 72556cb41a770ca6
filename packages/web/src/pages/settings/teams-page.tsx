import { Button, Progress, Stack, Text } from '@mantine/core'
import type { ListedMember, Team } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { getBudgetShare } from '#web/components/formats/budget-share.ts'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { Page } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { formatValues } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'
import { CostDefaultsPanel } from './cost-defaults-panel.tsx'
import { newTeam, TeamFields, toTeamBody, toTeamForm } from './team-fields.tsx'

/** The page for the teams of the account, and for what gifts are charged to by default. */
export function TeamsPage() {
  const { data, error, refetch } = useRead('/teams')
  const { data: users } = useRead('/members')
  const members = users?.data ?? []
  const create = <Button onClick={() => openNew(members)}>{t('New team')}</Button>
  return (
    <Page
      title={t('Teams')}
      about={t(
        'People send gifts for their team: its cost centre, its purchase order and its budget. A campaign can be limited to teams.',
      )}
      action={data !== undefined && data.data.length > 0 && create}
    >
      <Stack>
        {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
        {data === undefined && error === null && <RowsSkeleton rows={3} />}
        {data?.data.length === 0 && (
          <EmptyList guide="teams" title={t('No teams')} action={create}>
            {t('Until you add one, everyone sends gifts for the whole account.')}
          </EmptyList>
        )}
        {data !== undefined && data.data.length > 0 && (
          <TeamTable teams={data.data} members={members} />
        )}
        <CostDefaultsPanel />
      </Stack>
    </Page>
  )
}

const TeamTable = ({
  teams,
  members,
}: {
  teams: readonly Team[]
  members: readonly ListedMember[]
}) => (
  <DetailTable
    label={t('Teams')}
    isPanel
    rows={teams}
    rowKey={({ id }) => id}
    columns={[
      { header: t('Name'), cell: (team) => <TeamName team={team} /> },
      { header: t('People'), cell: (team) => <TeamMembers team={team} />, isFullWidth: true },
      {
        header: t('Warehouses'),
        cell: (team) => formatValues(team.warehouses.map(({ name }) => name)) || '–',
      },
      { header: t('Charged to'), cell: (team) => <ChargedTo team={team} /> },
      { header: t('Budget'), cell: (team) => <TeamBudget team={team} />, isFullWidth: true },
    ]}
    actions={(team) => <TeamActions team={team} members={members} />}
  />
)

const TeamName = ({ team: { name, state } }: { team: Team }) => (
  <>
    <Text inherit fw={600}>
      {name}
    </Text>
    {state === 'suspended' && <StatusBadge tone="end">{t('Suspended')}</StatusBadge>}
  </>
)

const maxShownMembers = 4

function TeamMembers({ team: { members, lead_id } }: { team: Team }) {
  if (members.length === 0) return t('No one yet')
  const lead = members.find(({ id }) => id === lead_id)
  const names = members.slice(0, maxShownMembers).map(({ name }) => name)
  const others = members.length - names.length
  return (
    <>
      {others > 0
        ? t('{names} and {count} more', { names: names.join(', '), count: others })
        : formatValues(names)}
      {lead !== undefined && (
        <Text size="xs" c="dimmed">
          {t('Lead: {name}', { name: lead.name })}
        </Text>
      )}
    </>
  )
}

const ChargedTo = ({ team: { cost_centre, purchase_order_number } }: { team: Team }) => (
  <>
    {cost_centre ?? '–'}
    {purchase_order_number !== null && (
      <Text size="xs" c="dimmed">
        {t('Purchase order {number}', { number: purchase_order_number })}
      </Text>
    )}
  </>
)

function TeamBudget({ team: { budget, budget_used } }: { team: Team }) {
  if (budget === null || budget_used === null) return '–'
  const { amount, currency } = budget.amount
  const { share, percent, color } = getBudgetShare({ budget, budget_used })
  return (
    <>
      {t('{used} of {budget}', {
        used: formatAmount(budget_used, currency),
        budget: formatAmount(amount, currency),
      })}
      <Progress
        mt={4}
        value={Math.min(100, share * 100)}
        color={color}
        aria-label={t('{percent} of the budget', { percent })}
      />
      {budget.stops && (
        <Text size="xs" c="dimmed">
          {t('Stops new gifts')}
        </Text>
      )}
    </>
  )
}

function TeamActions({ team, members }: { team: Team; members: readonly ListedMember[] }) {
  const { id, name, state } = team
  const resume = useAction(
    () => api.patch(`/teams/${id}`, { is_suspended: false }),
    () => toast(t('{name} can send gifts again.', { name })),
  )
  return (
    <Button.Group>
      <Button variant="default" size="xs" onClick={() => openEdit(team, members)}>
        {t('Edit')}
      </Button>
      {state === 'suspended' ? (
        <Button
          variant="default"
          size="xs"
          loading={resume.isPending}
          onClick={() => resume.mutate()}
        >
          {t('Resume')}
        </Button>
      ) : (
        <Button variant="default" size="xs" onClick={() => confirmSuspend(team)}>
          {t('Suspend')}
        </Button>
      )}
    </Button.Group>
  )
}

const openNew = (members: readonly ListedMember[]): void =>
  openForm({
    title: t('New team'),
    size: 'lg',
    initial: newTeam,
    onSubmit: (values) => api.post('/teams', toTeamBody(values)),
    onDone: ({ name }) => toast(t('{name} is created.', { name })),
    submitLabel: t('Create team'),
    children: (form) => <TeamFields form={form} members={members} />,
  })

const openEdit = (team: Team, members: readonly ListedMember[]): void =>
  openForm({
    title: team.name,
    size: 'lg',
    initial: toTeamForm(team),
    onSubmit: (values) => api.patch(`/teams/${team.id}`, toTeamBody(values)),
    onDone: () => toast(t('Saved.')),
    submitLabel: t('Save changes'),
    children: (form) => <TeamFields form={form} members={members} />,
  })

const confirmSuspend = ({ id, name }: Team): void =>
  confirm({
    title: t('Suspend {name}?', { name }),
    children: (
      <Text size="sm">
        {t('No one can send new gifts for this team. Gifts that are already sent continue.')}
      </Text>
    ),
    confirmLabel: t('Suspend'),
    onConfirm: async () => {
      await api.patch(`/teams/${id}`, { is_suspended: true })
    },
  })
