import { Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconCopy, IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { toast, toastError, toastUndo } from '#web/components/feedback/toast.tsx'
import { MenuLink } from '#web/components/layout/menu-link.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { t } from '#web/i18n/campaigns.ts'
import { usePermission } from '#web/session.ts'

interface CampaignSummary {
  id: string
  name: string
  state: 'available' | 'archived'
}

/** Returns the actions on a campaign. Archiving takes effect at once, and the user can undo it. */
export function useCampaignActions({ id, name, state }: CampaignSummary) {
  const navigate = useNavigate()
  const restore = () =>
    api
      .post(`/campaigns/${id}/restore`)
      .then(() => toast(t('“{name}” is available again.', { name })), toastError)
  const archive = () =>
    api
      .post(`/campaigns/${id}/archive`)
      .then(
        () => toastUndo(t('“{name}” is archived. Gifts already sent continue.', { name }), restore),
        toastError,
      )
  const clone = () =>
    api.post(`/campaigns/${id}/copy`, { name: copyName(name) }).then(async (copy) => {
      toast(t('Campaign copied. Give the copy a name.'))
      await navigate({ to: '/campaigns/$id/edit', params: { id: copy.id } })
    }, toastError)
  return { isAvailable: state === 'available', archive, restore, clone }
}

const copyName = (name: string) => t('{name} (copy)', { name: name.slice(0, 240) })

export function CampaignMenu({ campaign }: { campaign: CampaignSummary }) {
  const { isAvailable, archive, restore, clone } = useCampaignActions(campaign)
  if (!usePermission('campaigns:write')) return null
  return (
    <MoreMenu label={t('Actions for {name}', { name: campaign.name })}>
      <MenuLink
        leftSection={<IconPencil size={16} />}
        to="/campaigns/$id/edit"
        params={{ id: campaign.id }}
      >
        {t('Edit')}
      </MenuLink>
      <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void clone()}>
        {t('Duplicate')}
      </Menu.Item>
      {isAvailable ? (
        <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => void archive()}>
          {t('Archive')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconArchiveOff size={16} />} onClick={() => void restore()}>
          {t('Restore')}
        </Menu.Item>
      )}
    </MoreMenu>
  )
}
