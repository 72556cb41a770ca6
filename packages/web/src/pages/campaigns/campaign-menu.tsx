import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconRefresh,
} from '@tabler/icons-react'
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
  closure: 'paused' | 'ended' | null
}

/** Returns the actions on a campaign. Archiving and pausing take effect at once, and the user can undo them. */
export function useCampaignActions({ id, name, state, closure }: CampaignSummary) {
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
  const setPaused = (is_paused: boolean) => api.patch(`/campaigns/${id}`, { is_paused })
  const resume = () =>
    setPaused(false).then(() => toast(t('“{name}” takes new gifts again.', { name })), toastError)
  const pause = () =>
    setPaused(true).then(
      () => toastUndo(t('“{name}” is paused. Gifts already sent continue.', { name }), resume),
      toastError,
    )
  const clone = () =>
    api.post(`/campaigns/${id}/copy`, { name: copyName(name) }).then(async (copy) => {
      toast(t('Campaign copied. Give the copy a name.'))
      await navigate({ to: '/campaigns/$id/edit', params: { id: copy.id } })
    }, toastError)
  const isAvailable = state === 'available'
  return {
    ...{ isAvailable, archive, restore, clone, pause, resume },
    canPause: isAvailable && closure === null,
    canResume: isAvailable && closure === 'paused',
  }
}

const copyName = (name: string) => t('{name} (copy)', { name: name.slice(0, 240) })

export function CampaignMenu({ campaign }: { campaign: CampaignSummary }) {
  const actions = useCampaignActions(campaign)
  const { isAvailable, archive, restore, clone, canPause, canResume, pause, resume } = actions
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
      {canPause && (
        <Menu.Item leftSection={<IconPlayerPause size={16} />} onClick={() => void pause()}>
          {t('Pause|campaign')}
        </Menu.Item>
      )}
      {canResume && (
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => void resume()}>
          {t('Resume|campaign')}
        </Menu.Item>
      )}
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
