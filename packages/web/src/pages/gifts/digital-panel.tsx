import { Button, Group, Text, TextInput } from '@mantine/core'
import type { DigitalItem } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { closeModal, openModal } from '#web/components/dialogs/modals.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/gifts.ts'
import type { Gift } from './gift.ts'

/**
 * A panel with the digital items of a gift. It shows which items were given, and when the recipient saw them.
 * It never shows a whole code.
 */
export const DigitalPanel = ({ gift }: { gift: Gift }) => (
  <Panel title={t('Digital items')} about={t('Only the recipient sees the content.')}>
    <ul className="digital-items">
      {gift.digital_items.map((item) => (
        <li key={item.id}>
          <div style={{ minWidth: 0 }}>
            <Text size="sm">
              {item.name}
              {item.last_four !== null && <span className="mono"> ••••{item.last_four}</span>}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              <ItemState item={item} />
            </Text>
          </div>
          {item.can_replace && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('Replace code: {name}', { name: item.name })}
              onClick={() => askToReplace(gift, item)}
            >
              {t('Replace code')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  </Panel>
)

function ItemState({ item }: { item: DigitalItem }) {
  const { given_at, revealed_at, replaced_at, downloads, delivery } = item
  if (given_at === null) return <>{t('Waits for a code. Import codes to continue.')}</>
  return (
    <Group gap={6}>
      <span>
        <Trans
          text={replaced_at === null ? 'Given {time}' : 'Replaced {time}'}
          time={<GiftTime at={replaced_at ?? given_at} />}
        />
      </span>
      <span aria-hidden>·</span>
      <span>
        {revealed_at === null ? (
          t('Not seen yet')
        ) : (
          <Trans text="Seen {time}" time={<GiftTime at={revealed_at} />} />
        )}
      </span>
      {delivery === 'file' && (
        <>
          <span aria-hidden>·</span>
          <span>{t('{count} downloads', { count: downloads })}</span>
        </>
      )}
    </Group>
  )
}

function askToReplace(gift: Gift, item: DigitalItem) {
  const modal = openModal({
    title: t('Replace the code of {name}', { name: item.name }),
    children: <ReplaceForm gift={gift} item={item} close={() => closeModal(modal)} />,
  })
}

function ReplaceForm({ gift, item, close }: { gift: Gift; item: DigitalItem; close: () => void }) {
  return (
    <Form<{ reason: string }, void>
      initial={{ reason: '' }}
      onSubmit={(values) =>
        api.post(`/gift-requests/${gift.id}/digital-items/${item.id}/replace`, values)
      }
      onDone={() => {
        close()
        toast(t('Code replaced. We’ve emailed the recipient.'))
      }}
      onCancel={close}
      submitLabel={t('Replace code')}
    >
      {(form) => (
        <>
          <Text size="sm">
            {t(
              'The old code is revoked here. Block it in your shop, too. The recipient gets a new code on the page of the gift, and an email about it.',
            )}
          </Text>
          <TextInput
            label={t('Reason')}
            description={t('For the audit log.')}
            data-autofocus
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </Form>
  )
}
