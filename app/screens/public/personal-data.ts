/** Each kind of personal data collected, its purpose, and who sees it. */
export const personalData: readonly { data: string; purpose: string; seenBy: string }[] = [
  {
    data: "Nombre y foto",
    purpose: "Para que la otra parte sepa con quién habla. La foto es opcional.",
    seenBy:
      "de un especialista, cualquiera; de un paciente, los especialistas con la matrícula comprobada mientras ofrecemos su caso, o solo " +
      "los que acepte si así lo elige, y el equipo de administración. De quien deja una " +
      "reseña, el perfil del especialista muestra el nombre y una inicial.",
  },
  {
    data: "Email y contraseña",
    purpose:
      "Para entrar a tu cuenta y avisarte lo que te importa. La contraseña se guarda cifrada de forma que nadie puede leerla.",
    seenBy:
      "el equipo de administración; el email de un especialista, también los pacientes que lo aceptaron. La contraseña, nadie.",
  },
  {
    data: "Teléfono",
    purpose: "Para que paciente y especialista coordinen.",
    seenBy:
      "el de un paciente, los especialistas que aceptó; el de un especialista, los pacientes con cuenta, y si lo quita de la lista " +
      "solamente quienes lo aceptaron. También el equipo de administración.",
  },
  {
    data: "Fecha de nacimiento",
    purpose: "Para comprobar la edad mínima y calcular la edad, que orienta el tratamiento.",
    seenBy: "el equipo de administración. Los especialistas ven la edad en años, nunca la fecha.",
  },
  {
    data: "Barrio y nivel de actividad",
    purpose: "Para encontrar a alguien cerca y darle contexto a tu caso.",
    seenBy:
      "el barrio, los especialistas aprobados (el de un especialista es público); el nivel de actividad, el equipo de administración.",
  },
  {
    data: "Caso y estudios",
    purpose: "Para que los especialistas entiendan qué necesitás y decidan si pueden ayudarte.",
    seenBy:
      "el caso, los especialistas aprobados y el equipo de administración. Los estudios, quienes hayas elegido al publicar; una vez " +
      "cerrado el caso, solo los especialistas que aceptaste.",
  },
  {
    data: "Mensajes de una postulación",
    purpose:
      "Para preguntar antes de aceptar, y coordinar después. No son una historia clínica. Hasta que el paciente acepta, un programa busca " +
      "datos de contacto en ellos, como en los casos y las postulaciones, y los oculta. La tercera vez en un día, le avisa al equipo de " +
      "administración.",
    seenBy:
      "las dos personas que se escriben; los datos de contacto, recién cuando el paciente acepta. Un mensaje denunciado, también el " +
      "equipo de administración.",
  },
  {
    data: "Cobertura y plan de un paciente",
    purpose: "Para que se postulen especialistas que atienden por ella. Es opcional.",
    seenBy: "en el perfil, vos; en un caso, los especialistas que pueden ver ese caso.",
  },
  {
    data: "Matrícula, especialidad, coberturas, precios, modalidades y horarios",
    purpose: "Para verificar a los especialistas y que se los pueda elegir.",
    seenBy:
      "cualquiera, menos el número de matrícula: lo ven el equipo de administración y los pacientes que aceptaron a ese especialista. " +
      "De dónde es cada matrícula y cuándo la comprobamos es público.",
  },
  {
    data: "Constancias de matrícula",
    purpose: "Para comprobar una matrícula cuando el registro no alcanza. Son opcionales.",
    seenBy: "el equipo de administración. Se borran a los 90 días de la decisión.",
  },
  {
    data: "Dispositivos que reciben avisos",
    purpose: "Para avisarte aunque no tengas la página abierta. Es opcional.",
    seenBy:
      "nadie. Cada aviso pasa cifrado por el servicio de tu navegador (Google, Mozilla, Apple o Microsoft), y no dice nombres ni nada de " +
      "tu salud.",
  },
  {
    data: "Sesiones y registro de seguridad",
    purpose: "Para que veas dónde está abierta tu cuenta, avisarte de una entrada desconocida y frenar abusos.",
    seenBy: "vos, y quienes cuidan el servicio.",
  },
];
