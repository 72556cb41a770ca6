import { Fieldset, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { CoverageNotice } from '#web/components/feedback/coverage-notice.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/one-links.ts'
import { useCampaign } from '#web/pages/campaigns/campaign.ts'
import { useRead } from '#web/use-read.ts'
import { AllowedDomainsField } from './allowed-domains-field.tsx'
import { ClaimRulesFields, toClaimRules } from './claim-rules-fields.tsx'
import { TeamField } from './team-field.tsx'

export function NewOneLinkForm({
  campaignId,
  onDone,
}: {
  campaignId: string | null
  onDone: (oneLink: { id: string }) => void
}) {
  const { data, error } = useQuery({
    queryKey: ['one-link-campaigns'],
    queryFn: async () => {
      const { data } = await api.get('/campaign-cards', {
        state: 'available',
        limit: 25,
      })
      return data.filter(({ invitation_method }) => invitation_method === 'one_link')
    },
  })
  const { data: rules, error: rulesError } = useRead('/claim_rules')
  const failure = error ?? rulesError
  if (failure !== null) return <ErrorState error={failure} />
  if (data === undefined || rules === undefined) return <RowsSkeleton rows={3} />
  if (data.length === 0)
    return (
      <Text size="sm">
        {t('A one-link needs a campaign that invites by one-link.')}{' '}
        <PageLink to="/campaigns/new">{t('Create one')}</PageLink>
      </Text>
    )
  return (
    <Form
      initial={{
        campaign_id: campaignId ?? data[0]?.id ?? '',
        name: '',
        quantity: 100 as number | string,
        allowed_email_domains: [] as string[],
        expires_at: '',
        team_id: null as string | null,
        ...toClaimRules(rules),
      }}
      onSubmit={({ expires_at, quantity, team_id, ...values }) =>
        api.post('/one_links', {
          ...values,
          ...toClaimRules(values),
          quantity: Number(quantity),
          ...(team_id !== null && { team_id }),
          ...(expires_at !== '' && {
            expires_at: new Date(`${expires_at}T23:59:59`).toISOString(),
          }),
        })
      }
      onDone={onDone}
      submitLabel={t('Create link')}
    >
      {(form) => (
        <Stack>
          <Select
            label={t('Campaign')}
            data={data.map(({ id, name }) => ({ value: id, label: name }))}
            allowDeselect={false}
            {...form.getInputProps('campaign_id')}
          />
          <TextInput
            label={t('Name (optional)')}
            description={t('Such as “Booth in Hamburg”. Visitors don’t see it.')}
            maxLength={200}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <CampaignCoverage id={form.values.campaign_id} />
          <NumberInput
            label={t('Number of gifts')}
            min={1}
            max={10_000}
            allowDecimal={false}
            {...form.getInputProps('quantity')}
          />
          <AllowedDomainsField
            value={form.values.allowed_email_domains}
            onChange={(domains) => form.setFieldValue('allowed_email_domains', domains)}
            errors={form.errors}
          />
          <TeamField {...form.getInputProps('team_id')} />
          <TextInput
            type="date"
            label={t('Expires on (optional)')}
            description={t('Leave empty to use the campaign’s expiry')}
            {...form.getInputProps('expires_at')}
          />
          <Fieldset legend={t('Claim rules')}>
            <ClaimRulesFields
              form={form}
              hasDomains={form.values.allowed_email_domains.length > 0}
            />
          </Fieldset>
        </Stack>
      )}
    </Form>
  )
}

/** A warning about countries in which visitors would find no item in the campaign. */
function CampaignCoverage({ id }: { id: string }) {
  const { data } = useCampaign(id)
  return <CoverageNotice items={(data?.offering ?? []).filter(({ is_on_offer }) => is_on_offer)} />
}
