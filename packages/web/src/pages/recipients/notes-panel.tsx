import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ContactNote, RecipientDetail } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { Panel } from '#web/components/layout/page.tsx'
import { AuthoredText } from '#web/components/lists/authored-text.tsx'
import { t } from '#web/i18n/recipients.ts'
import { useMe, usePermission } from '#web/session.ts'

/** A panel with the notes of the account's users about a recipient. */
export function NotesPanel({ recipient }: { recipient: RecipientDetail }) {
  const { id, sender_notes } = recipient
  const me = useMe()
  const isAdmin = usePermission('administration')
  const [text, setText] = useState('')
  const add = useAction(
    () => api.post(`/recipients/${id}/notes`, { text }),
    () => {
      setText('')
      toast(t('Note added.'))
    },
  )
  return (
    <Panel
      title={t('Notes')}
      about={t('For your team. Recipients see them only if they ask for their data.')}
    >
      <Stack gap="md">
        <Stack gap="xs">
          <Textarea
            aria-label={t('New note')}
            placeholder={t('Such as allergies, a preferred address or who knows them')}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={5_000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button
              size="xs"
              variant="default"
              disabled={text.trim() === ''}
              loading={add.isPending}
              onClick={() => add.mutate()}
            >
              {t('Add note')}
            </Button>
          </Group>
        </Stack>
        {sender_notes.map((note) => (
          <AuthoredText
            key={note.id}
            entry={note}
            deleteLabel={isAdmin || note.author.id === me.id ? t('Delete note') : undefined}
            remove={() => confirmDelete(id, note)}
          />
        ))}
      </Stack>
    </Panel>
  )
}

const confirmDelete = (contactId: string, note: ContactNote) =>
  confirm({
    title: t('Delete this note?'),
    confirmLabel: t('Delete note'),
    children: note.text.slice(0, 200),
    onConfirm: async () => {
      await api.delete(`/recipients/${contactId}/notes/${note.id}`)
      toast(t('Note deleted.'))
    },
  })
