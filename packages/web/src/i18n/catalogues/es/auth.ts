import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/auth.ts'

export const catalogue: SameTexts<typeof german> = {
  Confirm: 'Confirmar',
  'Confirm your new email address': 'Confirme su nueva dirección de correo',
  'Email address changed': 'Dirección de correo cambiada',
  'From now on, sign in with {email}.': 'A partir de ahora, inicie sesión con {email}.',
  'Go to your profile': 'Ir a su perfil',
  'You then sign in with this address. Your sessions stay signed in.':
    'Después iniciará sesión con esta dirección. Sus sesiones siguen abiertas.',
  '{inviter} has invited {email} to connect systems with the account.':
    '{inviter} ha invitado a {email} a conectar sistemas con la cuenta.',
  '{inviter} has invited {email} to follow the gifts of the account.':
    '{inviter} ha invitado a {email} a seguir los regalos de la cuenta.',
  '{inviter} has invited {email} to pack and ship parcels.':
    '{inviter} ha invitado a {email} a preparar y enviar paquetes.',
  '{inviter} has invited {email} to run the account as an admin.':
    '{inviter} ha invitado a {email} a gestionar la cuenta como administrador.',
  '{inviter} has invited {email} to send gifts.':
    '{inviter} ha invitado a {email} a enviar regalos.',
  'Ask the person who invited you to send a new one. An invitation works once, and for a few days only.':
    'Pida una nueva a la persona que le invitó. Una invitación sirve una sola vez y durante unos días.',
  Back: 'Volver',
  'Back to sign-in': 'Volver a iniciar sesión',
  'Business name': 'Nombre de la empresa',
  'Check your email': 'Revise su correo',
  'Choose a new password': 'Elija una contraseña nueva',
  'Choose a password': 'Elija una contraseña',
  Code: 'Código',
  'Create account': 'Crear cuenta',
  'Enter the setup code shown in the terminal where you started Bestow.':
    'Introduzca el código de configuración que aparece en el terminal donde inició Bestow.',
  'Enter the six-digit code from your authenticator app, or one of your backup codes.':
    'Introduzca el código de seis dígitos de su aplicación de autenticación o uno de sus códigos de respaldo.',
  'Forgot your password?': '¿Ha olvidado su contraseña?',
  'Go to sign-in': 'Ir a iniciar sesión',
  'If {sentTo} has an account, we’ve emailed it a link. The link works for an hour.':
    'Si {sentTo} tiene una cuenta, le hemos enviado un enlace. El enlace vale una hora.',
  Join: 'Unirse',
  'Join {account}': 'Unirse a {account}',
  'No passkey was created. Try again, or use another device.':
    'No se ha creado ninguna llave de acceso. Inténtelo de nuevo o use otro dispositivo.',
  'No passkey was used. Try again, or sign in with your password.':
    'No se ha usado ninguna llave de acceso. Inténtelo de nuevo o inicie sesión con su contraseña.',
  or: 'o',
  'Password changed. Sign in with your new password.':
    'Contraseña cambiada. Inicie sesión con la contraseña nueva.',
  'Request a new link': 'Solicitar un enlace nuevo',
  'Send link': 'Enviar enlace',
  'Set up Bestow': 'Configurar Bestow',
  'Setup code': 'Código de configuración',
  'Sign in with a passkey': 'Iniciar sesión con llave de acceso',
  Staging: 'Staging',
  'This device already has a passkey for you.':
    'Este dispositivo ya tiene una llave de acceso para usted.',
  'This installation can’t send email yet. Ask its operator to set up email, or an admin to invite you again.':
    'Esta instalación todavía no puede enviar correos. Pida al operador que configure el correo o a un administrador que le invite de nuevo.',
  'This invitation has expired': 'Esta invitación ha caducado',
  'Two-step sign-in': 'Inicio de sesión en dos pasos',
  'We’ll send you a link to choose a new one. Your authenticator app and passkeys stay the same.':
    'Le enviaremos un enlace para elegir una nueva. Su aplicación de autenticación y sus llaves de acceso no cambian.',
  'You’ll be signed out everywhere. Then sign in with the new password.':
    'Se cerrará su sesión en todas partes. Después, inicie sesión con la contraseña nueva.',
  'Your email address': 'Su correo electrónico',
  'Your name': 'Su nombre',
}
