import { Button, Group, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { OccasionRule } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { ErrorState, PageSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { ButtonLink, PageLink } from '#web/components/layout/link.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { DescriptionList, DetailLayout, Page, Panel } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { t } from '#web/i18n/occasions.ts'
import { useRead } from '#web/use-read.ts'
import { ForecastPanel } from './forecast.tsx'
import { describeTerms, describeTiming, isOn } from './occasion-texts.ts'
import { toInput } from './occasion-values.ts'
import { RuleState } from './occasions-page.tsx'
import { useGroupNames } from './use-group-names.ts'

/** The page of one rule: what it says, whom it reaches, and the switch. */
export function OccasionPage() {
  const id = useRouteId()
  const read = useRead(`/occasions/${id}`, undefined, { refetchOnMount: 'always' })
  const { data: rule, error, refetch } = read
  if (rule === undefined)
    return error === null ? (
      <PageSkeleton />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    )
  return (
    <Page title={rule.name} action={<RuleActions rule={rule} />}>
      <DetailLayout
        main={<ForecastPanel hasLastYear rule={{ id, ...toInput(rule) }} />}
        aside={<RuleFacts rule={rule} />}
      />
    </Page>
  )
}

function RuleFacts({ rule }: { rule: OccasionRule }) {
  const { campaign_name, owner_name, on_since } = rule
  const toGroupNames = useGroupNames()
  return (
    <Panel title={t('Rule')}>
      <DescriptionList
        rows={[
          [t('State'), <RuleState key="state" rule={rule} />],
          on_since !== null && [t('On since'), <GiftTime key="on" at={on_since} />],
          [t('For'), describeTerms(rule, toGroupNames(rule.group_ids))],
          [t('When'), describeTiming(rule)],
          [
            t('Time'),
            t('{time} where the person is, or in {zone}', {
              time: rule.send_time,
              zone: rule.time_zone,
            }),
          ],
          [
            t('Campaign'),
            <PageLink
              key="campaign"
              size="sm"
              to="/campaigns/$id"
              params={{ id: rule.campaign_id }}
            >
              {campaign_name}
            </PageLink>,
          ],
          rule.email_message !== null && [t('Message'), rule.email_message.subject],
          [t('Sent by'), owner_name],
          [
            t('Approval'),
            rule.needs_approval
              ? t('Asked for a week before')
              : t('As the rule for approvals says'),
          ],
        ]}
      />
    </Panel>
  )
}

function RuleActions({ rule }: { rule: OccasionRule }) {
  const navigate = useNavigate()
  const { id, name } = rule
  const switchRule = useAction((is_on: boolean) => api.put(`/occasions/${id}/state`, { is_on }))
  return (
    <Group gap="xs">
      {isOn(rule) ? (
        <Button
          variant="default"
          loading={switchRule.isPending}
          onClick={() =>
            switchRule.mutate(false, { onSuccess: () => toast(t('The rule is off.')) })
          }
        >
          {t('Switch off')}
        </Button>
      ) : (
        <Button onClick={() => confirmSwitchOn(rule)}>{t('Switch on')}</Button>
      )}
      <ButtonLink variant="default" to="/occasions/$id/edit" params={{ id }}>
        {t('Edit')}
      </ButtonLink>
      {!isOn(rule) && (
        <MoreMenu label={t('Actions for {name}', { name })}>
          <Menu.Item
            color="red"
            onClick={() =>
              confirm({
                title: t('Delete {name}?', { name }),
                children: t('The gifts that the rule has sent stay.'),
                confirmLabel: t('Delete rule'),
                onConfirm: async () => {
                  await api.delete(`/occasions/${id}`)
                  toast(t('Rule deleted.'))
                  await navigate({ to: '/occasions' })
                },
              })
            }
          >
            {t('Delete…')}
          </Menu.Item>
        </MoreMenu>
      )}
    </Group>
  )
}

const confirmSwitchOn = ({ id, name }: OccasionRule): void =>
  confirm({
    title: t('Switch on {name}?', { name }),
    children: t(
      'From now on, gifts go out by themselves. The first ones are those of today, and those whose parcel would come late otherwise.',
    ),
    confirmLabel: t('Switch on'),
    onConfirm: async () => {
      await api.put(`/occasions/${id}/state`, { is_on: true })
      toast(t('The rule is on.'))
    },
  })
