import { ActionIcon, Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconEye, IconLock, IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import type { PostalAddress } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { EmptyPanel } from '#web/components/feedback/empty-list.tsx'
import { countryName } from '#web/components/formats/country-name.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { CanChange } from '#web/components/layout/can-change.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/gifts.ts'
import { queryClient } from '#web/query-client.ts'
import { usePermission } from '#web/session.ts'
import type { Gift } from './gift.ts'
import { giftJsonKey } from './json-view.tsx'
import { GiftLinkCode } from './link-code.tsx'

/** A panel with the recipient. The address is hidden until an admin gives a reason. */
export function RecipientPanel({ gift }: { gift: Gift }) {
  const { recipient, redemption_url } = gift
  return (
    <Panel title={t('Recipient')}>
      <Stack gap="sm">
        <div>
          <Text fw={600}>{recipient.name || t('Unclaimed place')}</Text>
          {recipient.email !== '' && (
            <Anchor
              size="sm"
              href={`mailto:${recipient.email}`}
              style={{ overflowWrap: 'anywhere' }}
            >
              {recipient.email}
            </Anchor>
          )}
          {recipient.thank_you_count > 0 && (
            <Text size="sm" c="dimmed">
              {t('Sent {count} thank-you notes', { count: recipient.thank_you_count })}
            </Text>
          )}
        </div>
        <AddressSection gift={gift} />
        {gift.age_confirmed_at !== null && (
          <Text size="sm" c="dimmed">
            <Trans
              text="Confirmed being at least {age} years old, {time}"
              age={gift.age_confirmed}
              time={<GiftTime at={gift.age_confirmed_at} />}
            />
          </Text>
        )}
        {redemption_url !== null && <RecipientLink gift={gift} url={redemption_url} />}
      </Stack>
    </Panel>
  )
}

function RecipientLink({ gift, url }: { gift: Gift; url: string }) {
  const [isQrOpen, setQrOpen] = useState(false)
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="sm" c="dimmed" style={{ flex: 'none' }}>
        {t('Recipient link')}
      </Text>
      <Text span inherit truncate className="mono" style={{ minWidth: 0 }}>
        {url.replace(/^https?:\/\//, '').replace(/\/r\/(.{4}).*/, '/r/$1…')}
      </Text>
      <CopyIconButton value={url} label={t('Copy recipient link')} />
      <CanChange>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('QR code of the link')}
          title={t('QR code of the link')}
          onClick={() => setQrOpen(true)}
        >
          <IconQrcode size={15} />
        </ActionIcon>
      </CanChange>
      <Modal opened={isQrOpen} onClose={() => setQrOpen(false)} title={t('QR code of the link')}>
        <GiftLinkCode gift={gift} url={url} />
      </Modal>
    </Group>
  )
}

function AddressSection({ gift }: { gift: Gift }) {
  const isAdmin = usePermission('recipients:write')
  const [revealed, setRevealed] = useState<PostalAddress>()
  const [isReasonOpen, setReasonOpen] = useState(false)
  if (!gift.has_address)
    return (
      <EmptyPanel guide="recipientPages">
        {t('No address yet. The recipient enters it when they redeem.')}
      </EmptyPanel>
    )
  if (revealed !== undefined) return <AddressLines address={revealed} />
  const { country } = gift
  return (
    <div>
      <Text size="sm">
        <IconLock size={14} aria-hidden style={{ verticalAlign: -2 }} /> ••••• ••••••••, •••••
        {country !== null && `, ${countryName(country)}`}
      </Text>
      {isAdmin ? (
        <Button
          mt={6}
          size="compact-sm"
          variant="default"
          leftSection={<IconEye size={14} aria-hidden />}
          onClick={() => setReasonOpen(true)}
        >
          {t('Show address')}
        </Button>
      ) : (
        <Text size="xs" c="dimmed" mt={4}>
          {t('Admins can show it after giving a reason.')}
        </Text>
      )}
      <Modal
        opened={isReasonOpen}
        onClose={() => setReasonOpen(false)}
        title={t('Why do you need the address?')}
      >
        <Form
          initial={{ reason: '' }}
          onSubmit={(values) => api.post(`/gift-requests/${gift.id}/reveal`, values)}
          onDone={(result) => {
            setRevealed(result.shipping_address)
            if (result.json !== null) queryClient.setQueryData(giftJsonKey(gift), result.json)
            setReasonOpen(false)
          }}
          submitLabel={t('Show address')}
          onCancel={() => setReasonOpen(false)}
        >
          {(form) => (
            <TextInput
              label={t('Reason')}
              description={t(
                'The audit log records it with your name. Recipients read that senders don’t see their address.',
              )}
              maxLength={500}
              data-autofocus
              {...form.getInputProps('reason')}
            />
          )}
        </Form>
      </Modal>
    </div>
  )
}

const addressFields: readonly (keyof PostalAddress)[] = [
  'name',
  'line_1',
  'line_2',
  'postal_code',
  'city',
  'region',
  'country',
  'phone',
]

const AddressLines = ({ address }: { address: PostalAddress }) => (
  <Text size="sm" component="address" style={{ fontStyle: 'normal' }}>
    {addressFields
      .filter((name) => address[name])
      .map((name) => (
        <div key={name}>
          {name === 'country' ? countryName(address[name] ?? '') : address[name]}
        </div>
      ))}
  </Text>
)
