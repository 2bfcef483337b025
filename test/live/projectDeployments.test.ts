import assert from "node:assert/strict";
import { basename, dirname } from "node:path/posix";
import type { Outcome } from "../../src/actions/outcome.ts";
import { projectProgram } from "../../src/demoPanel/demoProjects.ts";
import { DeploymentError } from "../../src/deployments/deploymentError.ts";
import type { TargetKindId } from "../../src/deployments/targetKinds.ts";
import type { DeployTo } from "../../src/deployments/targetNow.ts";
import { note } from "./claims.ts";
import type { Tree } from "./deployed/deployedSite.ts";
import { deployingFolders, deployingPrograms } from "./deployed/deployedProject.ts";
import { isDemo } from "./livePanels.ts";
import { programOf } from "./deployed/newProject.ts";
import { onEachPanel, soon } from "./onEachPanel.ts";
import { JAVA_PORT, type ProjectType } from "./server.ts";

const TYPES = ["nodejs", "python", "go"] as const satisfies readonly ProjectType[];

onEachPanel("Deployments to projects", (live, edition) => {
  for (const [at, type] of TYPES.entries())
    describe(type, () => {
      const port = JAVA_PORT + 11 + at;
      let name: string;
      let isThere: boolean;

      before(async function () {
        this.timeout(240_000);
        name = `${live.panel.prefix}_${type}`;
        isThere = type === "go" || (await live.panel.has(type));
        if (isThere) await live.panel.server.addProject(type, name, port, "www");
      });

      const pid = async () => live.panel.server.listener(port);
      const program = () => (isDemo(edition) ? projectProgram({ type, name }) : programOf(type, name));

      /** The project as it is now, as one of the targets that it is. */
      async function on(targetKind: TargetKindId): Promise<DeployTo> {
        const { key, row } = await live.target.item("project", name);
        const panel = live.window.services.connections.of(live.target.record);
        return { panel, kind: "project", targetKind, target: { key, label: name }, row };
      }

      /** Adds what a deployment claims to the table, and fails unless it is this. */
      async function mustTell(outcome: Outcome, operation: string, claimed: string): Promise<void> {
        const { kind, deployment } = outcome;
        const told = `${kind}, ${deployment?.state}, ${String(deployment?.running)}`;
        note({ operation, panel: live.panel.name, claimed: told, so: `process ${await pid()}` });
        assert.equal(told, claimed, JSON.stringify(outcome));
      }

      const told = ({ deployment }: Outcome) =>
        deployment?.steps?.map(({ name: step, end, isBack }) =>
          [step, ...Object.values(end), ...(isBack === true ? ["back"] : [])].join(" "),
        );

      /** Whether its log, as it is followed, has a line. */
      async function shows(line: string): Promise<boolean> {
        const screen = await live.target.follow("serverPanel.followLog", "project", name);
        const isShown = await soon(async () => screen.rows.some((row) => row.includes(line)));
        await live.window.stopFollowing();
        return isShown;
      }

      /** The program as it says something more when it starts. */
      function saying(old: Buffer, line: string): Buffer {
        const says = type === "nodejs" ? `console.log("${line}");\n` : `print("${line}", flush=True)\n`;
        return Buffer.concat([Buffer.from(says), old]);
      }

      it("bring a folder, the old one back where that is broken, and are rolled back", async function () {
        this.timeout(400_000);
        if (!isThere) return;
        const { server } = live.panel;
        const old = await server.read(program());
        const deploying = await deployingFolders(live, await on("projectFolder"), dirname(program()));
        const fresh = saying(old, `${name} is new`);
        const before = await pid();
        const deployed = await deploying.deploy({ [basename(program())]: fresh });
        await mustTell(deployed, `${type}: folder`, "done, wanted, seen");
        const after = await pid();
        assert.deepEqual(await server.read(program()), fresh);
        assert.ok(after !== undefined && after !== before);
        // a demo panel runs nobody's code
        assert.ok(isDemo(edition) || (await shows(`${name} is new`)));
        const broken = await deploying.deploy({ [basename(program())]: Buffer.from("ends at once (\n") });
        await mustTell(broken, `${type}: broken folder`, "rolledBack, before, seen");
        assert.deepEqual(await server.read(program()), fresh);
        assert.ok(await soon(async () => (await pid()) !== undefined));
        await mustTell(await deploying.rollBack(), `${type}: roll back`, "done, wanted, seen");
        assert.deepEqual(await server.read(program()), old);
        assert.ok(await soon(async () => (await pid()) !== undefined));
      });

      it("run steps as its user, and once more for the old files", async function () {
        this.timeout(400_000);
        // on a demo panel steps find the programs of this computer
        if (!isThere || isDemo(edition)) return;
        const { server } = live.panel;
        const file = basename(program());
        const folder = dirname(program());
        const old = await server.read(program());
        let output = "";
        const onOutput = (text: string) => void (output += text);
        const deploying = await deployingFolders(live, await on("projectFolder"), folder);
        const { tree, run, installed } = madeOf[type];
        const steps = [
          { name: "Packages", run, alsoBack: true },
          { name: "Who", run: "id -un; pwd", directory: "" },
        ];
        const deployed = await deploying.deploy({ ...tree("1.0.0"), [file]: old }, steps, onOutput);
        await mustTell(deployed, `${type}: steps`, "done, wanted, seen");
        assert.deepEqual(told(deployed), ["Packages exited 0", "Who exited 0"], output);
        assert.ok(output.endsWith(`www\n${folder}\n`), output);
        const version = async () => (await server.read(`${folder}/${installed}`)).toString();
        assert.match(await version(), /1\.0\.0/);
        const uid = async (path: string) => (await server.access(path)).uid;
        assert.equal(await uid(`${folder}/${installed}`), await uid(folder));
        const bad = { ...tree("2.0.0"), [file]: Buffer.from("ends at once (\n") };
        const broken = await deploying.deploy(bad, steps, onOutput);
        await mustTell(broken, `${type}: steps, broken`, "rolledBack, before, seen");
        assert.deepEqual(told(broken), ["Packages exited 0", "Who exited 0", "Packages exited 0 back"], output);
        assert.match(await version(), /1\.0\.0/);
        assert.ok(await soon(async () => (await pid()) !== undefined));
      });

      if (type === "nodejs")
        it("leave it running where what it needs to start is missing", async function () {
          this.timeout(200_000);
          if (!isThere) return;
          const { server } = live.panel;
          const folder = dirname(program());
          const old = await server.read(program());
          const deploying = await deployingFolders(live, await on("projectFolder"), folder);
          await server.remove(`${folder}/node_modules`);
          const before = await pid();
          const fresh = { "package.json": "{}\n", [basename(program())]: saying(old, "never") };
          const lacking = await deploying.deploy(fresh);
          assert.deepEqual(lacking.deployment?.problem, { kind: "lacks", path: `${folder}/node_modules` });
          note({
            operation: "nodejs: no modules",
            panel: live.panel.name,
            claimed: lacking.kind,
            so: `${await pid()}`,
          });
          assert.equal(await pid(), before);
          assert.deepEqual(await server.read(program()), old);
        });

      if (type === "go")
        it("replace its program while that runs, and have the old one back where the new one is broken", async function () {
          this.timeout(400_000);
          const { server } = live.panel;
          const own = `${dirname(program())}/${name}`;
          const old = await server.read(own);
          const deploying = await deployingPrograms(live, await on("projectProgram"));
          const fresh = Buffer.concat([old, Buffer.from("\nnew\n")]);
          const before = await pid();
          await mustTell(await deploying.deploy(fresh), "go: program", "done, wanted, seen");
          assert.deepEqual(await server.read(own), fresh);
          const after = await pid();
          assert.ok(after !== undefined && after !== before);
          const broken = await deploying.deploy(Buffer.from("#!/bin/sh\necho ends at once\nexit 3\n"));
          await mustTell(broken, "go: broken program", "rolledBack, before, seen");
          assert.deepEqual(await server.read(own), fresh);
          assert.ok(await soon(async () => (await pid()) !== undefined));
          await mustTell(await deploying.rollBack(), "go: program, roll back", "done, wanted, seen");
          assert.deepEqual(await server.read(own), old);
        });

      if (type === "go")
        it("refuse a program that nobody may run before the old one stops", async function () {
          this.timeout(200_000);
          const { server } = live.panel;
          const own = `${dirname(program())}/${name}`;
          const old = await server.read(own);
          const deploying = await deployingPrograms(live, await on("projectProgram"));
          const before = await pid();
          await server.setMode(own, 0o644);
          const refused = deploying.deploy(Buffer.concat([old, Buffer.from("x")]));
          await assert.rejects(
            refused,
            (error) => error instanceof DeploymentError && error.problem.kind === "notProgram",
          );
          assert.equal(await pid(), before);
          note({ operation: "go: mode 644", panel: live.panel.name, claimed: "refused", so: `process ${before}` });
        });
    });
});

/** What a project is made of whose packages a step installs, without a network. */
interface MadeOf {
  readonly tree: (version: string) => Tree;
  readonly run: string;
  /** Has the version afterwards. */
  readonly installed: string;
}

const madeOf: Readonly<Record<(typeof TYPES)[number], MadeOf>> = {
  nodejs: {
    tree: (version) => {
      const own = { version, resolved: "file:own" };
      const never = { version, resolved: "file:never", dev: true };
      const stated = { dependencies: { own: "file:own" }, devDependencies: { never: "file:never" } };
      const root = { name: "app", version: "1.0.0", ...stated };
      const packages = { "": root, "node_modules/never": never, "node_modules/own": own };
      return {
        "package.json": JSON.stringify(root),
        "package-lock.json": JSON.stringify({ ...root, lockfileVersion: 3, requires: true, packages }),
        "own/package.json": JSON.stringify({ name: "own", version }),
        "never/package.json": JSON.stringify({ name: "never", version }),
      };
    },
    run: "npm ci --omit=dev --install-links --offline && [ ! -e node_modules/never ]",
    installed: "node_modules/own/package.json",
  },
  python: {
    // a wheel is an archive, which Python can write: nothing is built
    tree: (version) => ({
      "requirements.txt": `./own-${version}-py3-none-any.whl\n`,
      "pack.py": [
        "import zipfile",
        `with zipfile.ZipFile("own-${version}-py3-none-any.whl", "w") as wheel:`,
        `    about = "own-${version}.dist-info/"`,
        `    wheel.writestr("own.py", "VERSION = '${version}'\\n")`,
        `    wheel.writestr(about + "METADATA", "Metadata-Version: 2.1\\nName: own\\nVersion: ${version}\\n")`,
        '    wheel.writestr(about + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")',
        '    names = "own.py", about + "METADATA", about + "WHEEL", about + "RECORD"',
        '    wheel.writestr(about + "RECORD", "".join(name + ",,\\n" for name in names))',
        "",
      ].join("\n"),
    }),
    run: "python pack.py && rm -rf packages && python -m pip install --no-index --target=packages -r requirements.txt",
    installed: "packages/own.py",
  },
  go: {
    tree: (version) => ({ "version.txt": version }),
    run: "cp version.txt installed.txt",
    installed: "installed.txt",
  },
};
