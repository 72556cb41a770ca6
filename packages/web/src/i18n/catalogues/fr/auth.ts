import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/auth.ts'

export const catalogue: SameTexts<typeof german> = {
  Confirm: 'Confirmer',
  'Confirm your new email address': 'Confirmez votre nouvelle adresse e-mail',
  'Email address changed': 'Adresse e-mail modifiée',
  'From now on, sign in with {email}.': 'Connectez-vous désormais avec {email}.',
  'Go to your profile': 'Aller à votre profil',
  'You then sign in with this address. Your sessions stay signed in.':
    'Vous vous connecterez ensuite avec cette adresse. Vos sessions restent ouvertes.',
  '{inviter} has invited {email} to connect systems with the account.':
    '{inviter} a invité {email} à connecter des systèmes au compte.',
  '{inviter} has invited {email} to follow the gifts of the account.':
    '{inviter} a invité {email} à suivre les cadeaux du compte.',
  '{inviter} has invited {email} to pack and ship parcels.':
    '{inviter} a invité {email} à préparer et expédier des colis.',
  '{inviter} has invited {email} to run the account as an admin.':
    '{inviter} a invité {email} à gérer le compte en tant qu’administrateur.',
  '{inviter} has invited {email} to send gifts.':
    '{inviter} a invité {email} à envoyer des cadeaux.',
  'Ask the person who invited you to send a new one. An invitation works once, and for a few days only.':
    'Demandez-en une nouvelle à la personne qui vous a invité. Une invitation sert une seule fois et quelques jours seulement.',
  Back: 'Retour',
  'Back to sign-in': 'Retour à la connexion',
  'Business name': 'Nom de l’entreprise',
  'Check your email': 'Consultez vos e-mails',
  'Choose a new password': 'Choisissez un nouveau mot de passe',
  'Choose a password': 'Choisissez un mot de passe',
  Code: 'Code',
  'Create account': 'Créer le compte',
  'Enter the setup code shown in the terminal where you started Bestow.':
    'Saisissez le code de configuration affiché dans le terminal où vous avez démarré Bestow.',
  'Enter the six-digit code from your authenticator app, or one of your backup codes.':
    'Saisissez le code à six chiffres de votre application d’authentification, ou l’un de vos codes de secours.',
  'Forgot your password?': 'Mot de passe oublié ?',
  'Go to sign-in': 'Aller à la connexion',
  'If {sentTo} has an account, we’ve emailed it a link. The link works for an hour.':
    'Si {sentTo} a un compte, nous lui avons envoyé un lien par e-mail. Il est valable une heure.',
  Join: 'Rejoindre',
  'Join {account}': 'Rejoindre {account}',
  'No passkey was created. Try again, or use another device.':
    'Aucune clé d’accès n’a été créée. Réessayez, ou utilisez un autre appareil.',
  'No passkey was used. Try again, or sign in with your password.':
    'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous avec votre mot de passe.',
  or: 'ou',
  'Password changed. Sign in with your new password.':
    'Mot de passe modifié. Connectez-vous avec le nouveau mot de passe.',
  'Request a new link': 'Demander un nouveau lien',
  'Send link': 'Envoyer le lien',
  'Set up Bestow': 'Configurer Bestow',
  'Setup code': 'Code de configuration',
  'Sign in with a passkey': 'Se connecter avec une clé d’accès',
  Staging: 'Staging',
  'This device already has a passkey for you.': 'Cet appareil a déjà une clé d’accès pour vous.',
  'This installation can’t send email yet. Ask its operator to set up email, or an admin to invite you again.':
    'Cette installation ne peut pas encore envoyer d’e-mails. Demandez à son exploitant de configurer l’e-mail, ou à un administrateur de vous réinviter.',
  'This invitation has expired': 'Cette invitation a expiré',
  'Two-step sign-in': 'Connexion en deux étapes',
  'We’ll send you a link to choose a new one. Your authenticator app and passkeys stay the same.':
    'Nous vous enverrons un lien pour en choisir un nouveau. Votre application d’authentification et vos clés d’accès restent inchangées.',
  'You’ll be signed out everywhere. Then sign in with the new password.':
    'Vous serez déconnecté partout. Connectez-vous ensuite avec le nouveau mot de passe.',
  'Your email address': 'Votre adresse e-mail',
  'Your name': 'Votre nom',
}
