import type { Complete } from '../catalogue.ts';
import type { refusals as en } from '../en/refusals.ts';

export const refusals = {
  'invalid-credentials': 'Credenciales no válidas.',
  'session-ended': 'Tu sesión ha terminado. Vuelve a iniciar sesión.',
  'second-factor': 'Introduce el código de tu aplicación de autenticación',
  'second-factor-missing': 'Configura primero una aplicación de autenticación',
  'code-invalid': 'El código no es válido',
  'api-key-invalid': 'La clave API falta, es desconocida, ha caducado o está revocada',
  'scope-missing': 'Esta clave API no tiene el permiso {scope}',
  'network-refused': 'Esta clave API no puede usarse desde esta red',
  'live-key-required':
    'No es posible con una clave de la cuenta de práctica. Usa una clave de la cuenta real',
  'too-many-api-keys': 'Se pueden tener como máximo {maximum} claves API',
  'too-many-channels': 'Una conexión puede tener como máximo {maximum} canales',
  'too-many-watchlists': 'Se pueden tener como máximo {maximum} listas de seguimiento',
  'too-many-webhooks': 'Se pueden tener como máximo {maximum} webhooks',
  'webhook-disabled': 'El webhook está desactivado. Actívelo y vuelva a enviar el evento',
  'webhook-target-refused': 'No se pueden enviar eventos a esta dirección',
  'push-target-refused': 'No se pueden enviar notificaciones a este navegador',
  'too-many-push-devices':
    'Se pueden tener como máximo {maximum} dispositivos. Elimina uno primero.',
  'push-not-delivered':
    'El servicio push del navegador no aceptó la notificación. Inténtalo más tarde o vuelve a activar las notificaciones en el dispositivo.',
  'sign-on-failed': 'El inicio de sesión único ha fallado. Inténtalo de nuevo.',
  'sign-on-no-role':
    'Tu cuenta no tiene ningún rol en el back office. Consulta a tu administrador.',
  'sign-on-email':
    'El servicio de acceso no ha confirmado tu correo electrónico. Consulta a tu administrador.',
  'sign-on-unavailable':
    'No se puede acceder al servicio de inicio de sesión. Inténtalo más tarde o entra con tu contraseña.',
  'sign-on-required':
    'Tu cuenta pertenece al servicio de acceso. Usa el inicio de sesión único en lugar de tu contraseña.',
  'member-linked':
    'Este miembro solo entra a través del servicio de acceso. Márcalo como acceso de emergencia antes de asignarle una contraseña.',
  'approver-not-linked':
    'Deben aprobarlo dos miembros que entren a través del servicio de acceso. Las cuentas locales y de emergencia no cuentan.',
  'too-many-passkeys': 'Se pueden guardar como máximo {maximum} llaves de acceso',
  'password-required': 'Introduce de nuevo tu contraseña',
  'email-unconfirmed': 'Confirma primero tu correo: abre el enlace que te enviamos',
  'email-unknown': 'El correo no existe.',
  'email-taken': 'Este correo ya existe',
  'password-expired': 'Esta primera contraseña ha caducado. Pide una nueva.',
  'password-change-required': 'Establece primero tu propia contraseña',
  'password-unchanged': 'La nueva contraseña debe ser distinta de la actual',
  'password-known':
    'Esta contraseña es fácil de adivinar o apareció en una filtración conocida. Elige otra.',
  'link-invalid': 'El enlace no es válido',
  'no-access': 'No tienes acceso',
  'not-verified': 'La cuenta no está verificada',
  'price-unavailable': 'No disponible por el momento',
  'practice-reset-used':
    'Puede restablecer su cuenta demo una vez al día. El próximo restablecimiento será posible a medianoche UTC.',
  'practice-market-closed':
    'Tiene una posición en {symbol}, cuyo mercado está cerrado. Restablezca su cuenta demo cuando vuelva a abrir.',
  'practice-only-live': 'Una clave de la cuenta demo solo sirve para la cuenta demo.',
  'position-price-unavailable': 'Vuelve pronto',
  'price-moved': 'El precio ha pasado a {price}',
  'open-losses': 'Las pérdidas abiertas dejan {available} para una posición nueva',
  'stop-invalid': 'No puede ser {side} que {limit}',
  'target-invalid': 'No puede ser {side} que {limit}',
  'trail-invalid': 'La distancia del trailing stop debe estar entre {minimum} y {maximum}',
  'trail-unavailable':
    'El trailing stop no está disponible con un stop garantizado ni, en una orden, junto con un stop loss',
  'amount-too-small': 'El importe debe ser al menos {minimum}',
  'amount-too-large': 'El importe puede ser como máximo {maximum}',
  'leverage-invalid': 'Este apalancamiento no está permitido',
  'alert-reached': 'El precio ya está ahí',
  'too-many-alerts': 'Pueden estar en espera como máximo {maximum} alertas de precio',
  'too-many-positions': 'Puede haber como máximo {maximum} posiciones abiertas',
  'order-price-invalid': 'El precio de activación debe ser {side} que {limit}',
  'order-expiry-invalid': 'La fecha de caducidad debe estar dentro de los próximos {days} días',
  'too-many-orders': 'Puede haber como máximo {maximum} órdenes pendientes',
  'withdraw-maximum': 'Puedes retirar como máximo {maximum}',
  'nothing-to-withdraw': 'No tienes saldo para retirar',
  'deposit-minimum': 'Depósito mínimo 250 €',
  'deposit-unverified-maximum':
    'Hasta que te verifiquemos puedes depositar como máximo {maximum} más',
  'profile-incomplete': 'Primero tienes que completar tu cuenta',
  'provider-unavailable':
    'El proveedor de pagos no responde. No se ha cobrado nada: reinténtalo más tarde.',
  'provider-refused': 'El proveedor de pagos ha rechazado este pago',
  'payment-under-way':
    'Este pago ya está en manos del proveedor. Tus transacciones muestran cómo va.',
  'method-unavailable': 'Este método de pago no está disponible',
  'transaction-stage': 'Ya no es posible: la operación está más avanzada',
  'too-many-transactions': 'Puede haber como máximo {maximum} pagos en curso',
  maintenance:
    'Las nuevas posiciones están en pausa mientras trabajamos en la plataforma. Puedes cerrar posiciones.',
  'close-only': 'La cuenta solo puede cerrar posiciones',
  blocked: 'La cuenta está bloqueada. Contáctanos.',
  'appropriateness-required': 'Responde primero a las preguntas sobre operar con apalancamiento',
  'too-early': 'Tómate tu tiempo: será posible en {seconds} segundos',
  'loss-limit':
    'Has alcanzado tu límite de pérdidas. Podrás volver a abrir posiciones a partir del {until}.',
  'deposit-limit': 'Tu límite deja {available} para depósitos hasta el {until}',
  'time-out': 'Estás en una pausa hasta el {until}. Puedes cerrar posiciones y retirar.',
  'self-excluded': 'Te has autoexcluido de operar. Puedes cerrar posiciones y retirar.',
  'exclusion-stands': 'Tu pausa o autoexclusión actual termina más tarde y no se puede acortar',
  forbidden: 'No puedes usar esto',
  'own-account': 'En tu propia cuenta debe hacerlo otra persona',
  'cover-impossible':
    'Una cuenta ya no está vinculada o tiene menos disponible de lo previsto. No se ha tomado nada más: revisa el déficit y decide de nuevo.',
  'shortfall-open':
    'Una pérdida de este cliente o de una cuenta vinculada espera una decisión. Salda primero el déficit.',
  'return-reported':
    'Se ha comunicado un reembolso o una devolución de un depósito de este cliente que aún no está contabilizado. Espera la respuesta del proveedor de pagos o decide primero sobre el depósito.',
  'withdrawal-not-covered':
    'La cuenta cubre ahora solo {maximum}. Espera a que las posiciones abiertas lo permitan, o recházala para que el cliente pueda solicitar menos.',
  'second-person': 'Ya lo has aprobado: otra persona debe hacerlo también',
  'approver-unknown':
    'Dos empleados con sesión iniciada deben aprobarlo. Inicia sesión como uno de ellos.',
  'approver-too-new':
    'Alguien ha cambiado hace poco tu cuenta, tus roles, tu contraseña o tu aplicación. Podrás aprobar a partir del {until}.',
  'document-not-current':
    'Este documento no está aprobado o lo ha sustituido otro más reciente. Vuelve a cargarlo.',
  'too-many-images': 'El sitio ya tiene {maximum} imágenes, el máximo.',
  'screening-open':
    'El control de este cliente no está libre de coincidencias. Decide primero sobre él.',
  'screening-off':
    'No se ha consultado al proveedor: no está configurado o ya se ha consultado demasiadas veces hoy.',
  'record-missing': 'Este registro no existe o nadie tiene que decidir sobre él.',
  'content-changed': 'Alguien lo ha guardado desde que lo abriste. Ábrelo de nuevo.',
  'profile-changed':
    'El perfil ha cambiado desde que lo abriste. Vuelve a cargarlo y compruébalo de nuevo.',
  'content-elsewhere': 'El contenido está en otro sistema: cámbialo allí',
  'code-taken': 'Alguien ya tiene este código',
  'read-only': 'Estás viendo esta cuenta como personal: no se puede cambiar nada',
  'not-found': 'No encontrado',
  'not-halted': 'Detén primero el símbolo',
  'split-not-quoted': 'La fuente de los precios aún no cotiza el precio posterior al split',
  'adjustment-impossible': 'Los precios del símbolo serían demasiado pequeños o demasiado grandes',
  'duplicate-id': 'Este identificador de solicitud ya se usó para otra cosa',
  'consent-outdated': 'El texto ha cambiado. Lee y acepta la versión {version}.',
  'profile-locked':
    'Tu cuenta está verificada. Contáctanos para cambiar tu nombre, fecha de nacimiento o país.',
  'registration-closed': 'El registro está cerrado',
  'file-infected': 'El antivirus encontró malware en este archivo, así que no se guardó',
  'file-not-supported': 'Archivo no admitido',
  'file-too-large': 'El archivo puede tener como máximo {maximum} MB',
  'too-many-lines': 'El período tiene más de {maximum} líneas. Elige uno más corto.',
  'document-stands': 'Este documento se está revisando o ya está aprobado',
  'document-judged': 'Alguien ya ha evaluado este documento',
  'document-not-viewed': 'Abre el documento antes de aprobarlo.',
  'last-admin':
    'Debe quedar al menos un administrador activo con aplicación de autenticación. Añade otro primero.',
  'too-many-documents': 'Demasiados documentos hoy. Reinténtalo mañana.',
  'export-under-way': 'Ya estamos reuniendo tus datos. Te avisaremos cuando estén listos.',
  'export-too-soon': 'Puedes volver a pedir tus datos a partir del {until}',
  'close-positions-first': 'Cierra primero tus posiciones abiertas',
  'payments-under-way': 'Hay un pago en curso. Espera a que se decida o cancélalo.',
  'withdraw-first': 'Retira primero los {amount} de tu cuenta',
  'credit-left': 'Tu cuenta tiene un crédito de {amount}. Contáctanos para que lo retiremos.',
  'debt-left': 'Tu cuenta debe {amount}. Contáctanos para saldarlo.',
  'account-closed':
    'Esta cuenta está cerrada. Contáctanos si necesitas lo que conservamos de ella.',
  'too-large': 'El archivo o la solicitud es demasiado grande para el servidor',
  'media-type-unsupported': 'La solicitud debe enviarse como application/json',
  'origin-refused': 'Se rechazan las solicitudes de este sitio',
  malformed: 'La solicitud no se puede leer',
  'method-not-allowed': 'Esta dirección no responde a ese método',
  invalid: 'Algunos campos no son válidos',
  'proof-required': 'Tu navegador no pudo completar una comprobación de seguridad. Reinténtalo.',
  'too-many': 'Demasiados intentos. Reinténtalo más tarde.',
  unavailable: 'El servicio no está disponible. Reinténtalo pronto.',
  internal: 'Algo ha fallado por nuestra parte',
  lower: 'menor',
  higher: 'mayor',
  wayQuestions: 'Responder a las preguntas',
  wayOwnLimits: 'Ver tus límites',
  wayDocuments: 'Subir tus documentos',
  wayContact: 'Contáctanos',
} satisfies Complete<typeof en>;
