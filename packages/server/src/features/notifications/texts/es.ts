import type { Catalogue } from './catalogue.ts';

const POSITION = 'posición {positionId} ({direction}) en {symbol} ({amountCents} × {leverage})';
const ORDER = '{order} {orderId}: {direction} {symbol} a {rate} ({amountCents} × {leverage})';
const QUOTE = 'La cotización era venta {sellRate}, compra {buyRate}.';
const NOT_YOU = 'Si no has sido tú, cambia tu contraseña ahora y ponte en contacto con nosotros.';

export const es: Catalogue = {
  kinds: {
    'stop-filled': {
      title: 'Stop loss alcanzado: {symbol}',
      text: `Tu ${POSITION} se cerró por su stop loss a {rate}. Fecha y hora: {atMs}. Resultado: {profitCents}.`,
    },
    'target-filled': {
      title: 'Take profit alcanzado: {symbol}',
      text: `Tu ${POSITION} se cerró por su take profit a {rate}. Fecha y hora: {atMs}. Resultado: {profitCents}.`,
    },
    'position-closed-by-broker': {
      title: 'Cerrada por el bróker: {symbol}',
      text: `El bróker cerró tu ${POSITION} a {rate}. Fecha y hora: {atMs}. Resultado: {profitCents}. Si tienes preguntas, ponte en contacto con nosotros.`,
    },
    'order-filled': {
      title: 'Orden ejecutada: {symbol}',
      text: `Tu ${ORDER} se ejecutó y abrió la posición {positionId}. Fecha y hora: {atMs}.`,
    },
    'order-expired': {
      title: 'Orden caducada: {symbol}',
      text: `Tu ${ORDER} caducó sin ejecutarse. Fecha y hora: {atMs}.`,
    },
    'order-cancelled': {
      title: 'Orden cancelada: {symbol}',
      text: `Tu ${ORDER} se canceló: {reason}. Fecha y hora: {atMs}.`,
    },
    'order-rejected': {
      title: 'Orden rechazada: {symbol}',
      text: `El precio alcanzó tu ${ORDER}, pero no se pudo ejecutar: {reason}. Fecha y hora: {atMs}. No se intentará de nuevo.`,
    },
    'position-split': {
      title: 'División: {symbol}',
      text: '{symbol} se dividió: {newUnits} nuevos por {oldUnits} antiguos. Fecha y hora: {atMs}. Tu posición {positionId} sigue con el mismo importe y apalancamiento. Su precio de apertura es ahora {rate}; el stop loss, el take profit y el precio de stop-out se ajustaron en la misma proporción. La diferencia por el redondeo se anotó en tu cuenta.',
    },
    'dividend-booked': {
      title: 'Dividendo: {symbol}',
      text: 'Se anotó un dividendo de {symbol} para tu posición {positionId}: {amountCents}. Fecha y hora: {atMs}. A una compra se le abona, una venta lo paga.',
    },
    'position-terminated': {
      title: 'Stop-out: {symbol}',
      text:
        `Tu ${POSITION} se cerró por stop-out a {rate}. Fecha y hora: {atMs}. ${QUOTE} Resultado: {profitCents}.\n\n` +
        'Regla: el stop-out cierra una posición cuando el precio se ha movido en su contra el porcentaje que ' +
        'corresponde a su apalancamiento. El precio de stop-out de esta posición era {levelRate}.',
    },
    'position-closed-out': {
      title: 'Margin close-out: {symbol}',
      text:
        `Tu ${POSITION} se cerró por margin close-out a {rate}. Fecha y hora: {atMs}. ${QUOTE} Resultado: {profitCents}.\n\n` +
        'Regla: cuando el nivel de margen cae por debajo de {limitPercent}, se cierra la posición con la ' +
        'mayor pérdida, una a una, hasta que el nivel se restablece. Tu nivel era {levelPercent}.',
    },
    'margin-warning': {
      title: 'Aviso de margen: tu nivel de margen está por debajo de {thresholdPercent}',
      text:
        'Tu nivel de margen era {levelPercent}. Fecha y hora: {atMs}. Si cae por debajo de {limitPercent}, ' +
        'tus posiciones se cierran (margin close-out), empezando por la mayor pérdida.\n\n' +
        'Puedes cerrar posiciones o depositar para aumentarlo. No estás obligado a depositar.',
    },
    'own-limit-reached': {
      title: 'Se aplica tu propio límite: {limit}',
      text: 'El límite que fijaste ({limit}) se alcanzó. Fecha y hora: {atMs}. Rige hasta: {untilMs}.',
    },
    'own-limit-set': {
      title: 'Tu propio límite está vigente: {limit}',
      text: 'Desde {atMs}, tu límite ({limit}) es de {amountCents} por {period}.',
    },
    'own-limit-waits': {
      title: 'Tu propio límite va a cambiar: {limit}',
      text: 'Has pedido un límite más alto o ninguno ({limit} por {period}). Rige desde: {fromMs}. Hasta entonces vale el actual, y puedes conservarlo.',
    },
    'own-limit-removed': {
      title: 'Tu propio límite ha terminado: {limit}',
      text: 'Como pediste, ya no rige desde {atMs}: {limit} por {period}.',
    },
    'exclusion-begun': {
      title: 'Ha comenzado: {limit}',
      text: 'Hasta {untilMs} no puedes abrir posiciones ni depositar ({limit}). Puedes cerrar posiciones y retirar. Puedes ampliar este periodo, pero no acortarlo.',
    },
    'excluded-for-ever': {
      title: 'Te has autoexcluido para siempre',
      text: 'Desde {atMs} ya no se puede abrir ni depositar nada. Puedes cerrar posiciones y retirar. No se puede deshacer.',
    },
    'price-alert': {
      title: 'Alerta de precio: {symbol} a {rate}',
      text: 'El {side} de {symbol} alcanzó {rate}: estaba en {reachedRate}. Fecha y hora: {atMs}. Pediste saberlo una vez.',
    },
    'auto-trade-opened': {
      title: 'El trading automático abrió una posición: {symbol}',
      text: `El trading automático abrió tu ${POSITION} a {rate}. Fecha y hora: {atMs}.`,
    },
    'auto-trade-closed': {
      title: 'El trading automático cerró una posición: {symbol}',
      text: `El trading automático cerró tu ${POSITION} a {rate}. Fecha y hora: {atMs}. Resultado: {profitCents}.`,
    },
    'auto-trading-paused': {
      title: 'El trading automático está en pausa',
      text: 'El trading automático no abre nada nuevo porque se alcanzó su límite: {rule}. Fecha y hora: {atMs}. Las posiciones abiertas conservan su stop loss y su take profit.',
    },
    'deposit-requested': {
      title: 'Depósito {transactionId} registrado',
      text: 'Hemos registrado tu depósito {transactionId} de {amountCents}. Te avisaremos cuando haya llegado el dinero.',
    },
    'deposit-approved': {
      title: 'Depósito {transactionId} abonado',
      text: 'Tu depósito {transactionId} de {amountCents} se ha abonado en tu cuenta.',
    },
    'deposit-failed': {
      title: 'Depósito {transactionId} no completado',
      text: 'Tu depósito {transactionId} de {amountCents} no se completó. No se ha abonado nada.',
    },
    'deposit-in-review': {
      title: 'Depósito {transactionId} en revisión',
      text: 'Lo que recibimos por tu depósito {transactionId} de {amountCents} difiere de la solicitud. Lo revisamos y te comunicaremos el resultado.',
    },
    'deposit-rejected': {
      title: 'Depósito {transactionId} rechazado',
      text: 'Tu depósito {transactionId} de {amountCents} fue rechazado. Si tienes preguntas, ponte en contacto con nosotros.',
    },
    'deposit-reversed': {
      title: 'Depósito {transactionId} revertido',
      text: 'Tu depósito {transactionId} fue revertido. Se han cargado {amountCents} en tu cuenta.',
    },
    'withdrawal-requested': {
      title: 'Retirada {transactionId} solicitada',
      text: 'Hemos recibido tu solicitud de retirar {amountCents}, número {transactionId}. El importe queda reservado hasta que se decida. Si no has sido tú, ponte en contacto con nosotros ahora.',
    },
    'withdrawal-approved': {
      title: 'Retirada {transactionId} aprobada',
      text: 'Tu retirada {transactionId} de {amountCents} fue aprobada y se está pagando.',
    },
    'withdrawal-paid': {
      title: 'Retirada {transactionId} pagada',
      text: 'Tu retirada {transactionId} de {amountCents} se ha pagado. Puede tardar unos siete días hábiles en aparecer.',
    },
    'withdrawal-rejected': {
      title: 'Retirada {transactionId} rechazada',
      text: 'Tu retirada {transactionId} fue rechazada. {amountCents} vuelven a estar disponibles en tu cuenta.',
    },
    'withdrawal-cancelled': {
      title: 'Retirada {transactionId} cancelada',
      text: 'Tu retirada {transactionId} fue cancelada. {amountCents} vuelven a estar disponibles en tu cuenta.',
    },
    'withdrawal-cancelled-loss': {
      title: 'Retirada {transactionId} cancelada: una pérdida ha usado una parte',
      text: 'Tu última posición se cerró con una pérdida mayor que el efectivo de tu cuenta. El dinero reservado para una retirada cubre una pérdida así hasta que se paga la retirada. Por eso hemos cancelado tu retirada {transactionId} de {amountCents}. El importe restante está en tu cuenta y puedes volver a solicitarlo.',
    },
    'withdrawal-cancelled-reversal': {
      title: 'Retirada {transactionId} cancelada',
      text: 'Uno de tus depósitos ha sido revertido. Por eso hemos cancelado tu retirada {transactionId} de {amountCents}, que aún no se había pagado. El importe está de nuevo en tu cuenta y cubre el depósito revertido. Puedes volver a solicitar lo que quede. Si nos debes dinero, ponte en contacto con nosotros.',
    },
    'withdrawal-returned': {
      title: 'Retirada {transactionId} devuelta',
      text: 'El pago de tu retirada {transactionId} falló. {amountCents} se han abonado de nuevo en tu cuenta.',
    },
    'shortfall-in-review': {
      title: 'Estamos revisando tu saldo negativo',
      text: 'El {atMs} tu última posición se cerró con una pérdida que superó en {amountCents} el efectivo de tu cuenta. Tu cuenta está vinculada con otra, por lo que revisamos qué paga la protección de saldo negativo. Hasta entonces el importe figura como adeudado: puedes operar, pero solo retirar lo que lo supere. Si crees que la cuenta está vinculada por error, ponte en contacto con nosotros.',
    },
    'shortfall-settled': {
      title: 'Tu saldo negativo está saldado',
      text: 'Hemos decidido sobre los {amountCents} que una pérdida dejó por debajo de cero. Ya no debes nada de ellos.',
    },
    'shortfall-covered': {
      title: '{amountCents} cubrieron la pérdida de una cuenta vinculada',
      text: 'Hemos tomado {amountCents} de tu cuenta para cubrir la pérdida de una cuenta vinculada con la tuya. Si crees que las cuentas están vinculadas por error, ponte en contacto con nosotros.',
    },
    'debt-paid': {
      title: 'Se han pagado {amountCents} de tu deuda',
      text: 'Hemos tomado {amountCents} de tu saldo para pagar lo que debías por un depósito que se devolvió.',
    },
    'document-approved': {
      title: 'Documento aprobado: {document}',
      text: 'Hemos revisado y aprobado tu documento ({document}).',
    },
    'document-expiring': {
      title: 'Documento a punto de caducar: {document}',
      text: 'Tu documento ({document}) es válido hasta el {expiresMs}. Sube uno nuevo antes de esa fecha.',
    },
    'document-expired': {
      title: 'Documento caducado: {document}',
      text: 'Tu documento ({document}) era válido hasta el {expiresMs}. Sube uno nuevo.',
    },
    'document-rejected': {
      title: 'Documento rechazado: {document}',
      text: 'No hemos podido aceptar tu documento ({document}): {note}\n\nSúbelo de nuevo.',
    },
    'new-device': {
      title: 'Inicio de sesión desde un dispositivo nuevo',
      text: `Alguien inició sesión en tu cuenta con {device} desde {place}. Fecha y hora: {atMs}. ${NOT_YOU}`,
    },
    'password-changed': {
      title: 'Se ha cambiado tu contraseña',
      text: `Se ha cambiado tu contraseña. Fecha y hora: {atMs}. Se han cerrado todas las demás sesiones. ${NOT_YOU}`,
    },
    'second-factor-added': {
      title: 'Segundo factor añadido: {factor}',
      text: `Se ha añadido un segundo factor ({factor}) a tu cuenta. Fecha y hora: {atMs}. ${NOT_YOU}`,
    },
    'second-factor-removed': {
      title: 'Segundo factor eliminado: {factor}',
      text: `Se ha eliminado un segundo factor ({factor}) de tu cuenta. Fecha y hora: {atMs}. ${NOT_YOU}`,
    },
    'api-key-created': {
      title: 'Se ha creado una clave API: {name}',
      text: `Se ha creado la clave API «{name}» ({start}…) para tu cuenta. Fecha y hora: {atMs}. Los programas que la tengan pueden {scope}. ${NOT_YOU}`,
    },
    'api-key-new-network': {
      title: 'Clave API usada desde una red nueva: {name}',
      text: 'La clave API «{name}» ({start}…) se ha usado desde {address}, una red que no había usado antes. Fecha y hora: {atMs}. Si no era uno de tus programas, revoca la clave en tu perfil ahora y ponte en contacto con nosotros.',
    },
    'api-key-refused': {
      title: 'Clave API rechazada: {name}',
      text: 'La clave API «{name}» ({start}…) se ha usado desde {network}, una red que la clave no permite. Fecha y hora: {atMs}. La solicitud se ha rechazado. Si no era uno de tus programas, es posible que la clave se haya filtrado: revócala en tu perfil. Recibes este mensaje como máximo una vez al día por clave.',
    },
    'api-key-revoked': {
      title: 'Se ha revocado una clave API: {name}',
      text: 'Un programa con una de tus claves API ha revocado la clave «{name}» ({start}…). Fecha y hora: {atMs}. Si no era uno de tus programas, revoca tus demás claves API en tu perfil ahora y ponte en contacto con nosotros.',
    },
    'webhook-created': {
      title: 'Se ha creado un webhook: {host}',
      text: `Se ha creado un webhook. Fecha y hora: {atMs}. A partir de ahora, los eventos de tu cuenta, como las órdenes ejecutadas y las retiradas, se envían a {host}. ${NOT_YOU} Elimina el webhook y revoca las claves API que no uses.`,
    },
    'webhook-secret-rotated': {
      title: 'Un webhook tiene un secreto nuevo: {host}',
      text: `Se ha sustituido el secreto del webhook de {host}. Fecha y hora: {atMs}. El anterior se usa 24 horas más. ${NOT_YOU} Revoca las claves API que no uses.`,
    },
    'recovery-code-used': {
      title: 'Se ha usado un código de recuperación',
      text: `Se ha usado un código de recuperación para iniciar sesión. Fecha y hora: {atMs}. Códigos restantes: {left}. ${NOT_YOU}`,
    },
    'second-factor-guessed': {
      title: 'Códigos incorrectos del segundo factor',
      text: `Se han introducido varias veces códigos incorrectos de tu segundo factor. Última vez: {atMs}. Quien lo hizo conoce tu contraseña o tiene la sesión iniciada. ${NOT_YOU}`,
    },
    'recovery-codes-renewed': {
      title: 'Se han creado nuevos códigos de recuperación',
      text: `Se han creado nuevos códigos de recuperación para tu cuenta. Fecha y hora: {atMs}. Los anteriores ya no sirven. ${NOT_YOU}`,
    },
    'email-confirmation': {
      title: 'Confirma tu dirección de correo',
      text: 'Confirma tu dirección de correo con el enlace de nuestro correo. Es válido hasta: {untilMs}. Solo después se puede retirar dinero.',
    },
    'email-changed': {
      title: 'Se ha cambiado tu dirección de correo',
      text: `La dirección de correo de tu cuenta se ha cambiado a {email}. Fecha y hora: {atMs}. ${NOT_YOU}`,
    },
    'profile-changed': {
      title: 'Se ha modificado tu perfil',
      text: 'Hemos modificado los datos personales de tu cuenta. Fecha y hora: {atMs}. Compruébalos en tu perfil. Si no son correctos o no has solicitado el cambio, ponte en contacto con nosotros.',
    },
    'auto-login-used': {
      title: 'Se ha usado un enlace de acceso',
      text: `Se ha usado un enlace de acceso a tu cuenta con {device} desde {place}. Fecha y hora: {atMs}. ${NOT_YOU}`,
    },
    'sign-in-link': {
      title: 'Tu enlace de acceso',
      text: 'Con el enlace de nuestro correo puedes iniciar sesión sin contraseña hasta: {untilMs}. No lo reenvíes: quien lo abra habrá accedido a tu cuenta. Si no lo has pedido, ignóralo y contacta con nosotros.',
    },
    'reset-link': {
      title: 'Se ha pedido una contraseña nueva',
      text: 'Alguien ha pedido una contraseña nueva para tu cuenta. El enlace de nuestro correo permite fijarla; sirve una vez, hasta: {untilMs}. Si no has sido tú, no tienes que hacer nada.',
    },
    'data-export-ready': {
      title: 'Tus datos están listos',
      text: 'Hemos reunido todo lo que conservamos sobre ti. Inicia sesión y descárgalo antes del {untilMs}; después se borra.',
    },
    'data-export-failed': {
      title: 'No se pudieron reunir tus datos',
      text: 'No se pudo crear el archivo con tus datos. Fecha y hora: {atMs}. Vuelve a solicitarlo y escríbenos si tampoco funciona.',
    },
    'account-closed': {
      title: 'Tu cuenta se ha cerrado',
      text: 'Tu cuenta se ha cerrado. Fecha y hora: {atMs}. Lo que la ley obliga a conservar se conserva durante el plazo exigido y después se borra.',
    },
    'operator-message': { title: '{title}', text: '{message}' },
  },
  words: {
    buy: 'compra',
    sell: 'venta',
    'buy-price': 'precio de compra',
    'sell-price': 'precio de venta',
    passport: 'documento de identidad',
    address: 'justificante de domicilio',
    funding: 'justificante del medio de pago',
    'deposit-limit': 'límite de depósito',
    'loss-limit': 'límite de pérdida',
    day: 'día',
    week: 'semana',
    month: 'mes',
    'time-out': 'pausa',
    'self-exclusion': 'autoexclusión',
    'daily-loss': 'pérdida de un día',
    drawdown: 'caída desde el valor máximo',
    authenticator: 'aplicación de autenticación',
    passkey: 'llave de acceso',
    'api-read': 'leer tu cuenta',
    'api-trade': 'leer tu cuenta y operar',
    'limit-order': 'orden limitada',
    'stop-order': 'orden stop',
    'order-broker': 'la canceló el bróker',
    'order-account': 'tu cuenta no puede abrir ahora posiciones de este tipo',
    'order-margin': 'el margen libre no era suficiente',
    'order-levels': 'su stop loss o take profit estaba en el lado equivocado del precio',
    'order-leverage': 'su apalancamiento o importe ya no está permitido',
    'order-symbol': 'no se puede operar en el mercado',
  },
  mail: {
    greeting: 'Hola, {name}:',
    greetingUnnamed: 'Hola:',
    open: 'Abrir {operator}',
    optional:
      'Recibes este correo porque tienes una cuenta en {operator}. Puedes desactivar estos correos en tu cuenta.',
    required:
      'Recibes este correo porque tienes una cuenta en {operator}. Los correos de este tipo no se pueden desactivar.',
  },
};
