import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { ClaimRules, OneLinkDetail } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { Form } from '#web/components/form.tsx'
import { DescriptionList, Panel } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/i18n/one-links.ts'
import { ClaimRulesFields, toClaimRules } from './claim-rules-fields.tsx'

interface ClaimRulesPanelProps {
  link: OneLinkDetail
  /** Whether the one-link accepts claims, so that its rules matter. */
  canChange: boolean
  onChanged: () => void
}

/** The rules for claims of a one-link, which can change while it is open. */
export function ClaimRulesPanel({ link, canChange, onChanged }: ClaimRulesPanelProps) {
  const [isOpen, setOpen] = useState(false)
  const hasDomains = link.allowed_email_domains.length > 0
  return (
    <Panel
      title={t('Claim rules')}
      action={
        canChange ? (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {t('Change')}
          </Button>
        ) : undefined
      }
    >
      <DescriptionList rows={describeRules(link.rules, hasDomains)} />
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('Claim rules')} size="lg">
        <Form
          initial={{ ...link.rules }}
          onSubmit={(values) => api.patch(`/one-links/${link.id}`, toClaimRules(values))}
          onDone={() => {
            setOpen(false)
            toast(t('Claim rules changed.'))
            onChanged()
          }}
          onCancel={() => setOpen(false)}
          submitLabel={t('Save changes')}
        >
          {(form) => <ClaimRulesFields form={form} hasDomains={hasDomains} />}
        </Form>
      </Modal>
    </Panel>
  )
}

const yesNo = (value: boolean) => (value ? t('Yes') : t('No'))

const describeRules = (rules: ClaimRules, hasDomains: boolean) =>
  [
    [
      t('Confirmed by email'),
      yesNo(rules.require_confirmation || rules.require_approval || hasDomains),
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
