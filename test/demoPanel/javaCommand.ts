import type { DemoJavaProject } from "../../src/demoPanel/state.ts";

/** The JDK of every project. */
export const JDK = "/usr/lib/jvm/java-17-openjdk-amd64";

/** Returns the command line of a project's main process. */
export function javaCommand({ name, javaType, path, server }: DemoJavaProject): readonly string[] {
  if (javaType === "springboot") return [`${JDK}/bin/java`, "-jar", "-Xmx64M", path, ...server.ports.map(String)];
  const home = tomcatHome(javaType, name);
  return [`${JDK}/bin/java`, `-Dcatalina.base=${home}`, "org.apache.catalina.startup.Bootstrap", "start"];
}

/** Returns the folder of a Tomcat. */
export function tomcatHome(javaType: "duli" | "neizhi", name: string): string {
  return javaType === "neizhi" ? "/usr/local/bttomcat/tomcat9" : `/www/server/bt_tomcat_web/${name}`;
}
