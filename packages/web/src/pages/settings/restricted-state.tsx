import { Button } from '@mantine/core'
import type { Me } from '#web/admin-api.ts'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { Page } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { signOut, useMe } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { TotpPanel } from './totp-panel.tsx'

/**
 * The page in place of every page of the account, when its access policy restricts the user. The frame still has the menu of
 * accounts and the sign-out.
 */
export function RestrictedState({ restriction }: { restriction: NonNullable<Me['restriction']> }) {
  const { account } = useMe()
  if (restriction === 'set_up_second_factor') return <SecondFactorSetup account={account.name} />
  if (restriction === 'use_second_factor') return <SignInWithFactor account={account.name} />
  return (
    <EmptyState order={1} title={t('{account} is closed from here', { account: account.name })}>
      {t(
        'This account can be entered only from some networks, and yours is not one of them. Connect to the network of your company, for example with its VPN, or ask an admin of the account.',
      )}
    </EmptyState>
  )
}

function SecondFactorSetup({ account }: { account: string }) {
  const { data, error, refetch } = useRead('/security')
  return (
    <Page
      title={t('Set up a second factor')}
      about={t(
        '{account} requires a second factor from everyone. Choose one of these to continue.',
        { account },
      )}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton rows={3} />}
      {data !== undefined && (
        <>
          <TotpPanel security={data} />
          <PasskeysPanel passkeys={data.passkeys} />
        </>
      )}
    </Page>
  )
}

function SignInWithFactor({ account }: { account: string }) {
  const leave = useAction(signOut)
  return (
    <EmptyState
      order={1}
      title={t('Sign in with your second factor')}
      action={
        <Button loading={leave.isPending} onClick={() => leave.mutate()} data-autofocus>
          {t('Sign in again')}
        </Button>
      }
    >
      {t(
        '{account} requires a second factor, and this session began with your password alone. Sign in with your passkey, or with your password and a code.',
        { account },
      )}
    </EmptyState>
  )
}
