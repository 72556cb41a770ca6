import { Button, Checkbox, Group, Popover, Stack, TextInput } from '@mantine/core'
import { IconBookmark, IconUsers, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SavedView } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toastError, toastUndo } from '#web/components/feedback/toast.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { t } from '#web/i18n/gifts.ts'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'

const viewsPath = '/saved-views'

/** Converts filters to a query string in a fixed order, so that the code can compare two views. */
const canonicalQuery = (filters: Readonly<Record<string, string>>) =>
  new URLSearchParams(
    Object.entries(filters).toSorted(([one], [other]) => one.localeCompare(other)),
  ).toString()

/**
 * A menu of saved filters with names. One view is built in. The user has saved other views, or colleagues
 * have shared them.
 */
export function SavedViews() {
  const { filters } = useUrlFilters()
  const isAdmin = usePermission('administration')
  const canChange = usePermission('gift_requests:write')
  const navigate = useNavigate()
  const { data } = useRead(viewsPath)
  const views = data?.data ?? []
  const currentQuery = canonicalQuery(filters)
  const open = (query: string) =>
    void navigate({ to: '.', search: Object.fromEntries(new URLSearchParams(query)) })
  const remove = useMutation({
    mutationFn: ({ id }: SavedView) => api.delete(`${viewsPath}/${id}`),
    onSuccess: (_, { name, query, is_shared }) =>
      toastUndo(t('View “{name}” removed.', { name }), () => {
        void api.post(viewsPath, { name, query, is_shared }).catch(toastError)
      }),
    onError: toastError,
  })
  return (
    <Group gap={6} role="group" aria-label={t('Views')}>
      <ViewButton
        name={t('Stuck')}
        isActive={currentQuery === 'stalled=true'}
        open={() => open('stalled=true')}
      />
      {views.map((view) => (
        <Button.Group key={view.id}>
          <ViewButton
            name={view.name}
            isShared={view.is_shared}
            isActive={currentQuery === view.query}
            open={() => open(view.query)}
          />
          {canChange && (view.is_own || (view.is_shared && isAdmin)) && (
            <Button
              size="compact-sm"
              variant="default"
              px={5}
              aria-label={t('Remove the view {name}', { name: view.name })}
              onClick={() => remove.mutate(view)}
            >
              <IconX size={13} aria-hidden />
            </Button>
          )}
        </Button.Group>
      ))}
      {canChange &&
        currentQuery !== '' &&
        currentQuery !== 'stalled=true' &&
        !views.some(({ query }) => query === currentQuery) && (
          <SaveViewButton query={currentQuery} />
        )}
    </Group>
  )
}

const ViewButton = ({
  name,
  isShared = false,
  isActive,
  open,
}: {
  name: string
  isShared?: boolean
  isActive: boolean
  open: () => void
}) => (
  <Button
    size="compact-sm"
    variant={isActive ? 'light' : 'default'}
    aria-pressed={isActive}
    {...(isShared && { title: t('Shared with your team'), leftSection: <IconUsers size={13} /> })}
    onClick={open}
  >
    {name}
  </Button>
)

function SaveViewButton({ query }: { query: string }) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const save = useMutation({
    mutationFn: () => api.post(viewsPath, { name: name.trim(), query, is_shared: isShared }),
    onSuccess: () => setOpen(false),
    onError: toastError,
  })
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-start" withinPortal>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {t('Save view')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') save.mutate()
          }}
        >
          <Stack gap="xs">
            <TextInput
              label={t('View name')}
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <Checkbox
              size="xs"
              label={t('Share with your team')}
              checked={isShared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
            <Button type="submit" size="xs" loading={save.isPending}>
              {t('Save')}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
