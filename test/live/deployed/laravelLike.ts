import type { Tree } from "./deployedSite.ts";

/** A project that is laid out like one of Laravel, and needs what these need: packages, `.env` and a `storage` that can be written. */
export function laravelLike(version: number, more: Tree = {}): Tree {
  return {
    ...more,
    ".env": "APP_NAME=local\nDB_DATABASE=local\n",
    ".gitignore": "/vendor\n/node_modules\n.env\n",
    artisan: '#!/usr/bin/env php\n<?php\nrequire __DIR__ . "/vendor/autoload.php";\nexit(Shop\\Console::run($argv));\n',
    "composer.json": JSON.stringify({
      name: "splive/shop",
      autoload: { "psr-4": { "Shop\\": "app/" } },
      scripts: { "post-autoload-dump": ["@php artisan package:discover"] },
    }),
    "app/Console.php": CONSOLE,
    "app/Shop.php": SHOP.replace("VERSION", String(version)),
    "bootstrap/cache/.gitignore": "*\n!.gitignore\n",
    "database/migrations/1_orders.php": '<?php return "orders";\n',
    [`database/migrations/${version + 1}_more.php`]: `<?php return "more ${version}";\n`,
    "public/index.php": '<?php\nrequire __DIR__ . "/../vendor/autoload.php";\necho Shop\\Shop::page();\n',
    "storage/app/.gitignore": "*\n!.gitignore\n",
    "storage/framework/.gitignore": "down\nviews\n",
    "storage/logs/.gitignore": "*\n!.gitignore\n",
    "vendor/autoload.php": "<?php // of the computer on which it was written\n",
    "node_modules/left.js": "",
  };
}

const CONSOLE = `<?php
namespace Shop;

final class Console
{
    public static function run(array $argv): int
    {
        match ($argv[1] ?? "") {
            "package:discover" => self::write("bootstrap/cache/packages.php", "<?php return [];"),
            "migrate" => Shop::migrate(),
            "optimize" => self::write("storage/framework/views", "compiled"),
            "down" => self::write("storage/framework/down", "1"),
            "up" => @unlink(Shop::base("storage/framework/down")),
        };
        echo $argv[1], " is done\\n";
        return 0;
    }

    private static function write(string $file, string $text): void
    {
        if (@file_put_contents(Shop::base($file), $text) === false) throw new \\RuntimeException("$file cannot be written");
    }
}
`;

const SHOP = `<?php
namespace Shop;

final class Shop
{
    public static function base(string $file): string
    {
        return dirname(__DIR__) . "/$file";
    }

    public static function page(): string
    {
        if (file_exists(self::base("storage/framework/down"))) http_response_code(503);
        $name = self::environment()["APP_NAME"];
        $tables = implode(", ", self::tables());
        file_put_contents(self::base("storage/logs/shop.log"), "visited\\n", FILE_APPEND);
        return "$name version VERSION with $tables";
    }

    public static function migrate(): void
    {
        $migrations = glob(self::base("database/migrations/*.php"));
        $tables = array_unique([...self::tables(), ...array_map(fn ($file) => require $file, $migrations)]);
        if (@file_put_contents(self::database(), implode("\\n", $tables)) === false)
            throw new \\RuntimeException(self::database() . " cannot be written");
    }

    private static function tables(): array
    {
        $text = @file_get_contents(self::database());
        return $text === false || $text === "" ? [] : explode("\\n", $text);
    }

    private static function database(): string
    {
        return self::base("storage/app/" . self::environment()["DB_DATABASE"]);
    }

    private static function environment(): array
    {
        $settings = @parse_ini_file(self::base(".env"));
        if ($settings === false) throw new \\RuntimeException("there is no .env");
        return $settings;
    }
}
`;
