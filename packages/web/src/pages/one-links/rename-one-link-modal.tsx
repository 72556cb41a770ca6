import { Modal, TextInput } from '@mantine/core'
import type { OneLinkDetail } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { Form } from '#web/components/form.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/i18n/one-links.ts'
import { queryClient } from '#web/query-client.ts'

interface RenameOneLinkProps {
  link: OneLinkDetail
  opened: boolean
  close: () => void
  onDone: () => void
}

/** Changes the name of a one-link, also of one that has ended. */
export const RenameOneLinkModal = ({ link, opened, close, onDone }: RenameOneLinkProps) => (
  <Modal opened={opened} onClose={close} title={t('Rename this one-link')}>
    <Form
      initial={{ name: link.name ?? '' }}
      onSubmit={(values) => api.put(`/one-links/${link.id}/name`, values)}
      onDone={async () => {
        close()
        toast(t('One-link renamed.'))
        onDone()
        await queryClient.invalidateQueries({ queryKey: ['list', '/one-links'] })
      }}
      onCancel={close}
      submitLabel={t('Save changes')}
    >
      {(form) => (
        <TextInput
          label={t('Name')}
          description={t('Leave empty to use the name of the campaign.')}
          placeholder={link.campaign.name}
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
    </Form>
  </Modal>
)
