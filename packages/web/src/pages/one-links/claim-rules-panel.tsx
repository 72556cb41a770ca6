import { Button } from '@mantine/core'
import type { ClaimRules } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { DescriptionList, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/one-links.ts'
import { ClaimRulesFields, toClaimRules } from './claim-rules-fields.tsx'
import type { OneLinkWithRules } from './one-link.ts'

interface ClaimRulesPanelProps {
  link: OneLinkWithRules
  /** Whether the user can change the rules. This is useful only while the one-link accepts claims. */
  canChange: boolean
}

/** A panel with the rules for claims of a one-link. The user can change them while the one-link is open. */
export const ClaimRulesPanel = ({ link, canChange }: ClaimRulesPanelProps) => (
  <Panel
    title={t('Claim rules')}
    action={
      canChange && (
        <Button size="xs" variant="default" onClick={() => changeRules(link)}>
          {t('Change')}
        </Button>
      )
    }
  >
    <DescriptionList rows={describeRules(link.rules, hasDomains(link))} />
  </Panel>
)

const hasDomains = ({ allowed_email_domains }: OneLinkWithRules) => allowed_email_domains.length > 0

const changeRules = (link: OneLinkWithRules) =>
  openForm({
    title: t('Claim rules'),
    size: 'lg',
    initial: toClaimRules(link.rules),
    onSubmit: (values) => api.patch(`/one_links/${link.id}/claim_rules`, toClaimRules(values)),
    onDone: () => toast(t('Claim rules changed.')),
    submitLabel: t('Save changes'),
    children: (form) => <ClaimRulesFields form={form} hasDomains={hasDomains(link)} />,
  })

const yesNo = (value: boolean) => (value ? t('Yes') : t('No'))

const describeRules = (rules: ClaimRules, isLimited: boolean) =>
  [
    [
      t('Confirmed by email'),
      yesNo(rules.require_confirmation || rules.require_approval || isLimited),
    ],
    [t('Approval'), yesNo(rules.require_approval)],
    [t('Waiting list'), yesNo(rules.has_waiting_list)],
    [t('Disposable addresses'), rules.refuse_disposable ? t('Refused') : t('Allowed')],
    [
      t('Claims per hour'),
      t('{perAddress} per address, {perNetwork} per network, {perDevice} per device', {
        perAddress: rules.max_claims_per_address,
        perNetwork: rules.max_claims_per_network,
        perDevice: rules.max_claims_per_device,
      }),
    ],
  ] as const
