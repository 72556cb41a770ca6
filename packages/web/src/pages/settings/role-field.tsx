import { NativeSelect } from '@mantine/core'
import type { ComponentProps } from 'react'
import { PageLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/settings.ts'
import { useRoleOptions } from './role-options.ts'

/** The choice of a role that a person gets. */
export const RoleField = (props: ComponentProps<typeof NativeSelect>) => (
  <NativeSelect
    label={t('Role')}
    description={
      <>
        {t('The role decides what a person sees and changes.')}{' '}
        <PageLink to="/settings/roles">{t('What each role can do')}</PageLink>
      </>
    }
    data={useRoleOptions()}
    {...props}
  />
)
