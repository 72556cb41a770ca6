import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/auth.ts'

export const catalogue: SameTexts<typeof german> = {
  'Join with single sign-on': 'Rejoindre par authentification unique',
  'Continue with single sign-on': 'Continuer avec le SSO',
  Continue: 'Continuer',
  'You are not signed in': 'Connexion requise',
  'You have not joined yet': 'Vous n’avez pas encore rejoint le compte',
  'Not confirmed': 'Non confirmé',
  'The test failed': 'Le test a échoué',
  'Your identity provider did not let you in. Ask your IT department whether you may use Bestow.':
    'Votre fournisseur d’identité a refusé l’accès. Demandez à votre service informatique si vous pouvez utiliser Bestow.',
  'This sign-in was used, took longer than ten minutes, or began in another browser. Start again.':
    'Cette connexion a déjà été utilisée, a duré plus de dix minutes ou a commencé dans un autre navigateur. Recommencez.',
  'Your identity provider knows you, but you are not a member of this account. Ask an admin to invite you. If you have an invitation, open its link first.':
    'Votre fournisseur d’identité vous connaît, mais vous n’êtes pas membre de ce compte. Demandez à un administrateur de vous inviter. Si vous avez une invitation, ouvrez d’abord son lien.',
  'Your identity provider sends no verified email address. Ask your IT department to verify it, or to add the claims email and email_verified.':
    'Votre fournisseur d’identité n’envoie aucune adresse e-mail vérifiée. Demandez à votre service informatique de la vérifier ou d’ajouter les claims email et email_verified.',
  'You operate this installation, so you cannot sign in through the identity provider of an account. Sign in with a passkey or your password.':
    'Vous exploitez cette installation : vous ne pouvez donc pas vous connecter via le fournisseur d’identité d’un compte. Connectez-vous avec une clé d’accès ou votre mot de passe.',
  'Confirm that it is you': 'Confirmez votre identité',
  'You use single sign-on with this account for the first time. Confirm it once with your password or a passkey.':
    'Vous utilisez l’authentification unique pour la première fois avec ce compte. Confirmez-la une fois avec votre mot de passe ou une clé d’accès.',
  'An email is on its way to {email}. Open its link to join.':
    'Un e-mail a été envoyé à {email}. Ouvrez le lien qu’il contient pour rejoindre le compte.',
  'First confirm that {email} is your address: an email has the link to join.':
    'Confirmez d’abord que {email} est bien votre adresse : le lien pour rejoindre le compte vous sera envoyé par e-mail.',
  'Send the email': 'Envoyer l’e-mail',
  'You signed in as another person at your identity provider than this account expects. Sign out there and start again, or ask an admin to unlink single sign-on under People.':
    'Auprès de votre fournisseur d’identité, vous vous êtes connecté(e) en tant qu’une autre personne que celle attendue par ce compte. Déconnectez-vous là-bas et recommencez, ou demandez à un administrateur de dissocier l’authentification unique sous Personnes.',
  'Your address belongs to a user of another account. Sign in there, or ask for an invitation to another address.':
    'Votre adresse appartient à un utilisateur d’un autre compte. Connectez-vous à celui-ci ou demandez une invitation à une autre adresse.',
  'Your identity provider did not ask you to sign in again. Sign out there and start again.':
    'Votre fournisseur d’identité ne vous a pas demandé de vous reconnecter. Déconnectez-vous là-bas et recommencez.',
  'Your identity provider does not respond. Try again in a few minutes. Admins can sign in with a passkey or their password.':
    'Votre fournisseur d’identité ne répond pas. Réessayez dans quelques minutes. Les administrateurs peuvent se connecter avec une clé d’accès ou leur mot de passe.',
  'Your identity provider rejected the request of Bestow. An admin can check the client ID and the client secret in the settings.':
    'Votre fournisseur d’identité a rejeté la demande de Bestow. Un administrateur peut vérifier l’ID client et le secret client dans les paramètres.',
  'The response of your identity provider is not valid. Start again. If that does not help, an admin can run a test in the settings.':
    'La réponse de votre fournisseur d’identité n’est pas valide. Recommencez. Si le problème persiste, un administrateur peut lancer un test dans les paramètres.',
  'Your account requires single sign-on. Continue at your company’s identity provider.':
    'Votre compte exige l’authentification unique. Continuez auprès du fournisseur d’identité de votre entreprise.',
  'Enter your work email address. You then sign in at your company’s identity provider.':
    'Saisissez votre adresse e-mail professionnelle. Vous vous connectez ensuite auprès du fournisseur d’identité de votre entreprise.',
  'Thank you. Now repeat the step.': 'Merci. Répétez maintenant l’étape.',
  'No single sign-on for this address': 'Pas d’authentification unique pour cette adresse',
  'Check the address. If it is correct, sign in with a passkey or your password, or ask an admin of your account.':
    'Vérifiez l’adresse. Si elle est correcte, connectez-vous avec une clé d’accès ou votre mot de passe, ou demandez à un administrateur de votre compte.',
  'Go back to the page': 'Revenir à la page',
  'To try again, open the link in the email of the invitation.':
    'Pour réessayer, ouvrez le lien dans l’e-mail d’invitation.',
  'Go to the settings of single sign-on': 'Aller aux paramètres de l’authentification unique',
  'The test found no member': 'Le test n’a trouvé aucun membre',
  'The test worked': 'Le test a réussi',
  'You are still signed in as before.': 'Vous êtes toujours connecté(e) comme avant.',
  'This person would sign in as {member}.': 'Cette personne se connecterait en tant que {member}.',
  'The identity provider sends no verified email address, so members cannot sign in for the first time. Add the claims email and email_verified.':
    'Le fournisseur d’identité n’envoie aucune adresse e-mail vérifiée ; les membres ne peuvent donc pas se connecter la première fois. Ajoutez les claims email et email_verified.',
  'The address {email} belongs to no member of this account. Invite this person first.':
    'L’adresse {email} n’appartient à aucun membre de ce compte. Invitez d’abord cette personne.',
  Confirm: 'Confirmer',
  'Confirm your new email address': 'Confirmez votre nouvelle adresse e-mail',
  'Email address changed': 'Adresse e-mail modifiée',
  'From now on, sign in with {email}.': 'Connectez-vous désormais avec {email}.',
  'Go to your profile': 'Aller à votre profil',
  'From then on, you sign in with this address. You stay signed in on your devices.':
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
    'Demandez-en une nouvelle à la personne qui vous a invité. Une invitation ne sert qu’une fois et n’est valable que quelques jours.',
  Back: 'Retour',
  'Back to sign-in': 'Retour à la connexion',
  'Company name': 'Nom de l’entreprise',
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
  'Sign in with a passkey': 'Utiliser une clé d’accès',
  Staging: 'Staging',
  'This device already has a passkey for you.': 'Cet appareil a déjà une clé d’accès pour vous.',
  'This installation can’t send email yet. Ask its operator to set up email, or an admin to invite you again.':
    'Cette installation ne peut pas encore envoyer d’e-mails. Demandez à son exploitant de configurer l’e-mail, ou à un administrateur de vous réinviter.',
  'This invitation has expired': 'Cette invitation a expiré',
  'Two-step sign-in': 'Connexion en deux étapes',
  'We’ll send you a link to choose a new one. Your authenticator app and passkeys stay the same.':
    'Nous vous enverrons un lien pour en choisir un nouveau. Votre application d’authentification et vos clés d’accès restent inchangées.',
  'You’ll be signed out everywhere. Then sign in with the new password.':
    'Toutes vos sessions seront fermées. Connectez-vous ensuite avec le nouveau mot de passe.',
  'Your email address': 'Votre adresse e-mail',
  'Your name': 'Votre nom',
}
